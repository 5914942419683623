import { useSubscription } from 'urql'
import { count } from '../figures/format.ts'
import { graphql, type ResultOf } from '../graphql/graphql.ts'
import { ProgressBar } from './progress-bar.tsx'

/** How far the history of a project has been read again. */
export const REREADING_STATE = graphql(`
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
  [REREADING_STATE],
)

/** Reads the history of a project again, with the names of today. */
export const READ_HISTORY_AGAIN = graphql(
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
  [REREADING_STATE],
)

const LIVE = graphql(
  `
    subscription RereadingProgress($id: ID!) {
      projectReextractionProgress(projectReextractionId: $id) {
        ...RereadingState
      }
    }
  `,
  [REREADING_STATE],
)

type Rereading = ResultOf<typeof REREADING_STATE>

/** Whether answers are being read again. */
export function isUnderWay(latest: Rereading | null | undefined): boolean {
  return latest?.status === 'QUEUED' || latest?.status === 'RUNNING'
}

/** How far the history has been read again, while it is. */
export function RereadingProgress({ latest }: { latest: Rereading | null | undefined }) {
  const reading = isUnderWay(latest)
  useSubscription({ query: LIVE, variables: { id: latest?.databaseId ?? '' }, pause: !reading })
  if (!reading || !latest) return null
  const { total, completed } = latest.progress
  return (
    <>
      <ProgressBar label="Answers read again" total={total} answered={completed} failed={0} />
      <p role="status">
        {completed} of {count(total, 'answer')} read.
      </p>
    </>
  )
}
