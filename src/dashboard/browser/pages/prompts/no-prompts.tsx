import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { useProject } from '../../frame/project-frame.tsx'
import { useViewer } from '../../frame/viewer.ts'
import { graphql } from '../../graphql/graphql.ts'
import { Button } from '../../parts/button.tsx'
import { Empty } from '../../parts/states.tsx'
import { useEditing } from './editing.ts'
import styles from './prompts.module.css'

const PROPOSALS = graphql(`
  query ProposedPrompts($id: ID!) {
    project(id: $id) {
      id
      setup {
        status
      }
      proposals(first: 100, decided: false) {
        nodes {
          id
          payload {
            ... on ProposedPrompt {
              text
            }
          }
        }
      }
    }
  }
`)

/** Said in a project without prompts: what a prompt is, and those that the setup has found. */
export function NoPrompts({ onAdd }: { onAdd: () => void }) {
  const { mayWrite } = useEditing()
  const project = useProject()
  const params = { organizationId: useViewer().organization.databaseId, projectId: project.databaseId }
  const [{ data }] = useQuery({ query: PROPOSALS, variables: { id: project.databaseId } })
  const proposed = (data?.project?.proposals?.nodes ?? []).flatMap(({ payload }) =>
    'text' in payload ? [payload.text] : [],
  )
  const status = data?.project?.setup.status
  const isSettingUp = status === 'QUEUED' || status === 'RUNNING'
  return (
    <Empty
      title="No prompts yet"
      text={
        <>
          A prompt is a question that your customers ask an assistant, such as “Which project tool works
          offline?”. Runs ask each one of your providers, and count who is named.
        </>
      }
    >
      <Button kind="primary" disabled={!mayWrite} onClick={onAdd}>
        Add prompts
      </Button>
      {isSettingUp && <p className={styles.soft}>The website is being read; proposals follow.</p>}
      {proposed.length > 0 && (
        <section className={styles.proposals}>
          <h2>Proposed from your website</h2>
          <ul>
            {proposed.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <Link to="/organizations/$organizationId/projects/$projectId/settings" params={params}>
            Accept or reject them in the settings
          </Link>
        </section>
      )}
    </Empty>
  )
}
