import { useNavigate } from '@tanstack/react-router'
import { useMutation } from 'urql'
import { useProject } from '../../frame/project-frame.tsx'
import { useMay, useViewer } from '../../frame/viewer.ts'
import { graphql } from '../../graphql/graphql.ts'
import { Button } from '../../parts/button.tsx'
import { ActionError } from '../../parts/states.tsx'

const RUN_NOW = graphql(`
  mutation RunNow($projectId: ID!) {
    triggerRun(input: { projectId: $projectId }) {
      nextRunAt
      run {
        id
        databaseId
        status
      }
    }
  }
`)

/** Why the viewer can start no run, by their role and the plan; undefined where they can. */
export function useRunObstacle(): string | undefined {
  const { organization } = useViewer()
  const mayStart = useMay('RUNS_START')
  if (!mayStart) return 'Your role may not start runs.'
  return organization.limits.manualRuns
    ? undefined
    : 'Runs at any time need the plan Pro; the weekly run goes on.'
}

/**
 * Starts a run and opens it; where that is not possible, it says why.
 * @param busyWith what keeps a run from being started now, such as a run in progress
 */
export function RunNow({ busyWith }: { busyWith?: string | undefined }) {
  const { databaseId: projectId } = useProject()
  const { organization } = useViewer()
  const navigate = useNavigate()
  const [{ fetching, error }, trigger] = useMutation(RUN_NOW)
  const mayNot = useRunObstacle()
  const obstacle = mayNot ?? busyWith
  const start = async () => {
    const { data } = await trigger({ projectId })
    if (!data) return
    await navigate({
      to: '/organizations/$organizationId/projects/$projectId/runs/$runId',
      params: {
        organizationId: organization.databaseId,
        projectId,
        runId: data.triggerRun.run.databaseId,
      },
    })
  }
  return (
    <>
      <ActionError error={error} />
      <Button
        kind="primary"
        busy={fetching}
        disabled={obstacle !== undefined}
        title={obstacle}
        onClick={start}
      >
        Run now
      </Button>
    </>
  )
}
