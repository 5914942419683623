import { useQuery } from 'urql'
import { dayAndTime } from '../../formatting/format.ts'
import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { useProject } from '../../layout/project-frame.tsx'
import { useMay, useViewer } from '../../layout/viewer.ts'
import { hasEnded } from '../../progress/status.tsx'

/** Fetches what decides whether a run can be started. */
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
      prompts(first: 0, filter: { active: true }) {
        totalCount
      }
    }
  }
`)

/** This reason is also visible elsewhere on every page with the button. */
export const RUNNING = 'A run is in progress.'

/** Returns why the viewer cannot start a run; null while loading, undefined if they can. */
export function useRunObstacle(): string | null | undefined {
  const { organization } = useViewer()
  const { databaseId: projectId } = useProject()
  const mayStart = useMay('RUNS_START')
  const [{ data }] = useQuery({ query: RUNNABLE, variables: { projectId } })
  if (!mayStart) return 'Your role does not allow you to start runs.'
  if (!organization.limits.manualRuns) return 'Manual runs require the Pro plan. Weekly runs continue.'
  return data?.project ? obstacleIn(data.project) : null
}

function obstacleIn({
  runs,
  prompts,
  nextManualRunAt,
}: NonNullable<ResultOf<typeof RUNNABLE>['project']>): string | undefined {
  if (runs?.nodes.some(({ status }) => !hasEnded(status))) return RUNNING
  if (prompts?.totalCount === 0) return 'There are no active prompts.'
  return nextManualRunAt !== null && Date.parse(nextManualRunAt) > Date.now()
    ? `Only one manual run is possible in seven days. Next possible on ${dayAndTime(nextManualRunAt)}.`
    : undefined
}
