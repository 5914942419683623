import { useMutation } from 'urql'
import { dayAndTime } from '../../figures/format.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { Button } from '../../parts/button.tsx'
import { ActionError } from '../../parts/states.tsx'
import {
  isUnderWay,
  READ_HISTORY_AGAIN,
  type REREADING,
  REREADING_STATE,
  RereadingProgress,
} from '../../progress/rereading.tsx'
import styles from './settings.module.css'

const CANCEL = graphql(
  `
    mutation StopReadingHistory($projectReextractionId: ID!) {
      cancelProjectReextraction(input: { projectReextractionId: $projectReextractionId }) {
        projectReextraction {
          ...RereadingState
        }
      }
    }
  `,
  [REREADING_STATE],
)

/** Reads the stored answers of all runs again, with the names of today, so that history means what today's figures mean. */
export function ReadAgain({ settings }: { settings: ResultOf<typeof REREADING> }) {
  const latest = settings.latestReextraction
  const reading = isUnderWay(latest)
  const [starting, start] = useMutation(READ_HISTORY_AGAIN)
  const [cancelling, cancel] = useMutation(CANCEL)
  return (
    <section className={styles.again} aria-label="Reading history again">
      <h2>Read history again</h2>
      <p>
        The stored answers of all runs are read again with the names of today: nothing is asked again, and it
        costs nothing. Until it is done, history shows what it showed before.
      </p>
      <RereadingProgress latest={latest} />
      {latest && !reading && (
        <p role="status">
          {latest.status === 'COMPLETED' ? 'Last read again' : 'The last reading ended without being shown,'}{' '}
          on {dayAndTime(latest.finishedAt ?? latest.createdAt)}.
        </p>
      )}
      <div className={styles.actions}>
        {reading && latest ? (
          <Button
            busy={cancelling.fetching}
            onClick={() => cancel({ projectReextractionId: latest.databaseId })}
          >
            Stop
          </Button>
        ) : (
          <Button busy={starting.fetching} onClick={() => start({ projectId: settings.databaseId })}>
            Read history again
          </Button>
        )}
      </div>
      <ActionError error={starting.error ?? cancelling.error} />
    </section>
  )
}
