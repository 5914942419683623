import { Link, useParams } from '@tanstack/react-router'
import { Empty, Message } from '../../parts/states.tsx'
import { hasEnded } from '../../progress/status.tsx'
import type { OverviewRun } from './documents/runs.ts'

/** Shown before there is a run with answers: what happens, and what can be done. */
export function NoRun({ latest }: { latest: OverviewRun | undefined }) {
  const params = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  if (!latest) {
    return (
      <Empty
        title="No data yet"
        text="Nothing was asked so far. Write the questions that buyers ask, and start the first run; figures are here when it ends."
      >
        <Link to="/organizations/$organizationId/projects/$projectId/prompts" params={params}>
          Write prompts
        </Link>
      </Empty>
    )
  }
  const about = (
    <Link
      to="/organizations/$organizationId/projects/$projectId/runs/$runId"
      params={{ ...params, runId: latest.databaseId }}
    >
      About this run
    </Link>
  )
  if (!hasEnded(latest.status)) {
    return (
      <Message
        title="The first run is under way"
        text="Answers can be read as they arrive; figures are here when it ends."
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
      title="The run brought no answers"
      text="All of its questions failed, so there is nothing to measure. The run says why."
    >
      {about}
    </Message>
  )
}
