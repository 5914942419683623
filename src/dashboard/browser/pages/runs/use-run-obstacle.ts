import { useQuery } from 'urql'
import { dayAndTime } from '../../figures/format.ts'
import { useProject } from '../../frame/project-frame.tsx'
import { useMay, useViewer } from '../../frame/viewer.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { hasEnded } from '../../progress/status.tsx'

/** What decides whether a run can be started now. */
export const RUNNABLE = graphql(`
  query Runnable($projectId: ID!) {
    project(id: $projectId) {
      id
      nextManualRunAt
      runs(first: 1) {
        nodes {
          id
          status
        }
      }
      prompts(first: 0, active: true) {
        totalCount
      }
    }
  }
`)

/** The obstacle that other parts of each page with the button show as well. */
export const RUNNING = 'A run is in progress.'

/** Why no run can be started by the viewer now; null while it is not known, undefined where one can. */
export function useRunObstacle(): string | null | undefined {
  const { organization } = useViewer()
  const { databaseId: projectId } = useProject()
  const mayStart = useMay('RUNS_START')
  const [{ data }] = useQuery({ query: RUNNABLE, variables: { projectId } })
  if (!mayStart) return 'Your role may not start runs.'
  if (!organization.limits.manualRuns) return 'Runs at any time need the plan Pro; the weekly run goes on.'
  return data?.project ? obstacleIn(data.project) : null
}

function obstacleIn({
  runs,
  prompts,
  nextManualRunAt,
}: NonNullable<ResultOf<typeof RUNNABLE>['project']>): string | undefined {
  if (runs?.nodes.some(({ status }) => !hasEnded(status))) return RUNNING
  if (prompts?.totalCount === 0) return 'There is no active prompt to ask.'
  return nextManualRunAt !== null && Date.parse(nextManualRunAt) > Date.now()
    ? `One run by hand in seven days: the next from ${dayAndTime(nextManualRunAt)}.`
    : undefined
}
