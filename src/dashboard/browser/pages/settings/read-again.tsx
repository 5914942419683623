import { useMutation, useSubscription } from 'urql'
import { count, dayAndTime } from '../../figures/format.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { Button } from '../../parts/button.tsx'
import { ActionError } from '../../parts/states.tsx'
import { ProgressBar } from '../../progress/progress-bar.tsx'
import styles from './settings.module.css'

const STATE = graphql(`
  fragment RereadingState on ProjectReextraction @_unmask {
    id
    databaseId
    status
    createdAt
    finishedAt
    progress {
      total
      completed
    }
  }
`)

/** What is known of reading the history of a project again. */
export const REREADING = graphql(
  `
    fragment Rereading on Project @_unmask {
      id
      databaseId
      latestReextraction {
        ...RereadingState
      }
    }
  `,
  [STATE],
)

const START = graphql(
  `
    mutation ReadHistoryAgain($projectId: ID!) {
      reextractProject(input: { projectId: $projectId }) {
        projectReextraction {
          ...RereadingState
          project {
            id
            latestReextraction {
              id
            }
          }
        }
      }
    }
  `,
  [STATE],
)

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
  [STATE],
)

const LIVE = graphql(
  `
    subscription RereadingProgress($id: ID!) {
      projectReextractionProgress(projectReextractionId: $id) {
        ...RereadingState
      }
    }
  `,
  [STATE],
)

/** Reads the stored answers of all runs again, with the names of today, so that history means what today's figures mean. */
export function ReadAgain({ settings }: { settings: ResultOf<typeof REREADING> }) {
  const latest = settings.latestReextraction
  const isUnderWay = latest?.status === 'QUEUED' || latest?.status === 'RUNNING'
  const [starting, start] = useMutation(START)
  const [cancelling, cancel] = useMutation(CANCEL)
  useSubscription({ query: LIVE, variables: { id: latest?.databaseId ?? '' }, pause: !isUnderWay })
  return (
    <section className={styles.again} aria-label="Reading history again">
      <h2>Read history again</h2>
      <p>
        The stored answers of all runs are read again with the names of today: nothing is asked again, and it
        costs nothing. Until it is done, history shows what it showed before.
      </p>
      {isUnderWay && latest && (
        <>
          <ProgressBar
            label="Answers read again"
            total={latest.progress.total}
            answered={latest.progress.completed}
            failed={0}
          />
          <p role="status">
            {latest.progress.completed} of {count(latest.progress.total, 'answer')} read.
          </p>
        </>
      )}
      {latest && !isUnderWay && (
        <p role="status">
          {latest.status === 'COMPLETED' ? 'Last read again' : 'The last reading ended without being shown,'}{' '}
          on {dayAndTime(latest.finishedAt ?? latest.createdAt)}.
        </p>
      )}
      <div className={styles.actions}>
        {isUnderWay && latest ? (
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
