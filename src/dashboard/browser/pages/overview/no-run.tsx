import { Link, useParams } from '@tanstack/react-router'
import { Message } from '../../components/states.tsx'
import { hasEnded } from '../../progress/status.tsx'
import { Checklist } from './checklist.tsx'
import type { OverviewRun } from './documents/runs.ts'

/** Shown before there is a run with answers, with the next step. */
export function NoRun({ latest }: { latest: OverviewRun | undefined }) {
  const params = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  if (!latest) return <Checklist projectId={params.projectId} />
  const about = (
    <Link
      to="/organizations/$organizationId/projects/$projectId/runs/$runId"
      params={{ ...params, runId: latest.databaseId }}
    >
      Run details
    </Link>
  )
  if (!hasEnded(latest.status)) {
    return (
      <Message
        title="The first run is in progress"
        text="You can read answers as they arrive. Results appear here when the run ends."
      >
        <Link
          to="/organizations/$organizationId/projects/$projectId/answers"
          params={params}
          search={{ run: latest.databaseId }}
        >
          Read answers
        </Link>
        {about}
      </Message>
    )
  }
  return (
    <Message
      title="The run has no answers"
      text="All of its questions failed, so there is nothing to measure. See the run details for the reasons."
    >
      {about}
    </Message>
  )
}
