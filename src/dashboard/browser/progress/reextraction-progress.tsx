import { useSubscription } from 'urql'
import { count } from '../formatting/format.ts'
import { graphql, type ResultOf } from '../graphql/graphql.ts'
import { ProgressBar } from './progress-bar.tsx'

/** Progress of re-analyzing a project's past answers. */
export const REEXTRACTION_STATE = graphql(`
  fragment ReextractionState on ProjectReextraction @_unmask {
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

/** The latest re-analysis of a project. */
export const REEXTRACTION = graphql(
  `
    fragment Reextraction on Project @_unmask {
      id
      databaseId
      latestReextraction {
        ...ReextractionState
      }
    }
  `,
  [REEXTRACTION_STATE],
)

/** Starts a re-analysis of all past answers of a project with the current settings. */
export const REEXTRACT_PROJECT = graphql(
  `
    mutation ReextractProject($projectId: ID!) {
      reextractProject(input: { projectId: $projectId }) {
        projectReextraction {
          ...ReextractionState
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
  [REEXTRACTION_STATE],
)

const LIVE = graphql(
  `
    subscription ReextractionProgress($id: ID!) {
      projectReextractionProgress(projectReextractionId: $id) {
        ...ReextractionState
      }
    }
  `,
  [REEXTRACTION_STATE],
)

type Reextraction = ResultOf<typeof REEXTRACTION_STATE>

/** Whether a re-analysis is queued or running. */
export function isReextracting(latest: Reextraction | null | undefined): boolean {
  return latest?.status === 'QUEUED' || latest?.status === 'RUNNING'
}

/** Shows the progress of a running re-analysis. */
export function ReextractionProgress({ latest }: { latest: Reextraction | null | undefined }) {
  const isRunning = isReextracting(latest)
  useSubscription({ query: LIVE, variables: { id: latest?.databaseId ?? '' }, pause: !isRunning })
  if (!isRunning || !latest) return null
  const { total, completed } = latest.progress
  return (
    <>
      <ProgressBar label="Re-analyzed answers" total={total} answered={completed} failed={0} />
      <p role="status">
        {completed} of {count(total, 'answer')} re-analyzed.
      </p>
    </>
  )
}
