import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { useMutation } from 'urql'
import { Button } from '../../components/button.tsx'
import { ActionError } from '../../components/states.tsx'
import { graphql } from '../../graphql/graphql.ts'
import { useProject } from '../../layout/project-frame.tsx'
import { useViewer } from '../../layout/viewer.ts'
import styles from './run-now.module.css'
import { RUNNING, useRunObstacle } from './use-run-obstacle.ts'

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

/** Starts a run and opens it. If that is not possible, the button is disabled and the reason is shown. */
export function RunNow() {
  const { databaseId: projectId } = useProject()
  const { organization } = useViewer()
  const navigate = useNavigate()
  const [{ fetching, error }, trigger] = useMutation(RUN_NOW)
  const obstacle = useRunObstacle()
  const reasonId = useId()
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
      {obstacle && (
        <small id={reasonId} className={obstacle === RUNNING ? 'visually-hidden' : styles.reason}>
          {obstacle}
        </small>
      )}
      <Button
        kind="primary"
        busy={fetching}
        disabled={obstacle !== undefined}
        aria-describedby={obstacle ? reasonId : undefined}
        onClick={start}
      >
        Run now
      </Button>
    </>
  )
}
