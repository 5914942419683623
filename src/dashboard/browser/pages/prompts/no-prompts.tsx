import { useQuery } from 'urql'
import { Button } from '../../components/button.tsx'
import { Message } from '../../components/states.tsx'
import { graphql } from '../../graphql/graphql.ts'
import { useProject } from '../../layout/project-frame.tsx'
import { ContinueSetup } from '../../setup/continue-setup.tsx'
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

/** Shown in a project without prompts. Explains prompts and lists the ones suggested by the setup. */
export function NoPrompts({ onAdd }: { onAdd: () => void }) {
  const { mayWrite } = useEditing()
  const project = useProject()
  const [{ data }] = useQuery({ query: PROPOSALS, variables: { id: project.databaseId } })
  const proposed = (data?.project?.proposals?.nodes ?? []).flatMap(({ payload }) =>
    'text' in payload ? [payload.text] : [],
  )
  const status = data?.project?.setup.status
  const isSettingUp = status === 'QUEUED' || status === 'RUNNING'
  return (
    <Message
      title="No prompts yet"
      text={
        <>
          A prompt is a question that your customers ask an AI assistant, such as “Which project tool works
          offline?”. Runs send each prompt to your providers and measure which brands the answers mention.
        </>
      }
    >
      <Button kind="primary" disabled={!mayWrite} onClick={onAdd}>
        Add prompts
      </Button>
      {isSettingUp && <p className={styles.soft}>Scanning your website. Suggestions will appear here.</p>}
      {proposed.length > 0 && (
        <section className={styles.proposals}>
          <h2>Suggested from your website</h2>
          <ul>
            {proposed.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <ContinueSetup step="brand" />
        </section>
      )}
    </Message>
  )
}
