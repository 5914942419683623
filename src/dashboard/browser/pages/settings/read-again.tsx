import { useMutation } from 'urql'
import { Button } from '../../components/button.tsx'
import { ActionError } from '../../components/states.tsx'
import { dayAndTime } from '../../formatting/format.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import {
  isReextracting,
  REEXTRACT_PROJECT,
  type REEXTRACTION,
  REEXTRACTION_STATE,
  ReextractionProgress,
} from '../../progress/reextraction-progress.tsx'
import styles from './settings.module.css'

const CANCEL = graphql(
  `
    mutation CancelReextraction($projectReextractionId: ID!) {
      cancelProjectReextraction(input: { projectReextractionId: $projectReextractionId }) {
        projectReextraction {
          ...ReextractionState
        }
      }
    }
  `,
  [REEXTRACTION_STATE],
)

/**
 * Re-analyzes the stored answers of all runs with the current settings, so that past results are comparable with new
 * ones.
 */
export function ReadAgain({ settings }: { settings: ResultOf<typeof REEXTRACTION> }) {
  const latest = settings.latestReextraction
  const reading = isReextracting(latest)
  const [starting, start] = useMutation(REEXTRACT_PROJECT)
  const [canceling, cancel] = useMutation(CANCEL)
  return (
    <section className={styles.again} aria-label="Re-analysis of past answers">
      <h2>Re-analyze past answers</h2>
      <p>
        This applies the current names to the stored answers of all runs. No provider is asked again, and it
        is free. Until it is done, past results stay as they are.
      </p>
      <ReextractionProgress latest={latest} />
      {latest && !reading && (
        <p role="status">
          {latest.status === 'COMPLETED'
            ? 'Last re-analyzed'
            : 'The last re-analysis did not complete; it ended'}{' '}
          on {dayAndTime(latest.finishedAt ?? latest.createdAt)}.
        </p>
      )}
      <div className={styles.actions}>
        {reading && latest ? (
          <Button
            busy={canceling.fetching}
            onClick={() => cancel({ projectReextractionId: latest.databaseId })}
          >
            Stop
          </Button>
        ) : (
          <Button busy={starting.fetching} onClick={() => start({ projectId: settings.databaseId })}>
            Re-analyze past answers
          </Button>
        )}
      </div>
      <ActionError error={starting.error ?? canceling.error} />
    </section>
  )
}
