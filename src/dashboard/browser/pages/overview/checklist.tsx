import { Link, useParams } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { graphql } from '../../graphql/graphql.ts'
import { ContinueSetup } from '../../setup/continue-setup.tsx'
import type { Step } from '../../setup/steps.ts'
import styles from './checklist.module.css'

const CHECKLIST = graphql(`
  query Checklist($id: ID!) {
    project(id: $id) {
      id
      description
      competitors(first: 1) {
        totalCount
      }
      prompts(first: 0) {
        totalCount
      }
      defaultProviders {
        id
        label
        state
      }
    }
  }
`)

interface Item {
  step: Step
  title: string
  /** What is there, or what is missing. */
  text: string
  done: boolean
}

/** What a project needs before its first run, with a link to each step and a button to the first that is missing. */
export function Checklist({ projectId }: { projectId: string }) {
  const params = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  const [{ data }] = useQuery({ query: CHECKLIST, variables: { id: projectId } })
  const project = data?.project
  if (!project) return null
  const items = itemsOf({
    prompts: project.prompts?.totalCount ?? 0,
    competitors: project.competitors?.totalCount ?? 0,
    providers: project.defaultProviders,
    hasDescription: project.description !== null,
  })
  const next = items.find(({ done }) => !done)?.step ?? 'run'
  return (
    <section className={styles.checklist} aria-label="Setup">
      <h2>Before the first run</h2>
      <ol>
        {items.map(({ step, title, text, done }) => (
          <li key={title} data-done={done || undefined}>
            <Link
              to="/organizations/$organizationId/projects/$projectId/start"
              params={params}
              search={{ step }}
            >
              {title}
            </Link>{' '}
            <span>{text}</span>
            {done && <span className="visually-hidden"> (done)</span>}
          </li>
        ))}
      </ol>
      <ContinueSetup step={next} />
    </section>
  )
}

function itemsOf({
  prompts,
  competitors,
  providers,
  hasDescription,
}: {
  prompts: number
  competitors: number
  providers: readonly { label: string; state: 'REAL' | 'SIMULATED' | 'UNAVAILABLE' }[]
  hasDescription: boolean
}): Item[] {
  const real = providers.filter(({ state }) => state === 'REAL').map(({ label }) => label)
  const isSimulated = providers.some(({ state }) => state === 'SIMULATED')
  return [
    {
      step: 'brand',
      title: 'Describe the brand',
      text: hasDescription ? 'described' : 'no description yet',
      done: hasDescription,
    },
    {
      step: 'brand',
      title: 'Name competitors',
      text: competitors > 0 ? `${competitors} tracked` : 'none yet; the brand is measured alone',
      done: competitors > 0,
    },
    {
      step: 'brand',
      title: 'Write questions',
      text: prompts > 0 ? `${prompts} written` : 'none yet; a run needs at least one',
      done: prompts > 0,
    },
    {
      step: 'providers',
      title: 'Connect providers',
      text:
        real.length > 0
          ? real.join(', ')
          : isSimulated
            ? 'none yet; answers are simulated'
            : 'none yet; nobody can be asked',
      done: real.length > 0,
    },
    { step: 'run', title: 'Start the first run', text: 'results appear here when it ends', done: false },
  ]
}
