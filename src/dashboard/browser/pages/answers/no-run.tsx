import { Link } from '@tanstack/react-router'
import { useProject } from '../../frame/project-frame.tsx'
import { useViewer } from '../../frame/viewer.ts'
import { Empty } from '../../parts/states.tsx'

/** Shown before the first run. */
export function NoRun() {
  const { organization } = useViewer()
  const params = { organizationId: organization.databaseId, projectId: useProject().databaseId }
  return (
    <Empty title="No answers yet" text="Answers come with the first run: choose the prompts, then start it.">
      <Link to="/organizations/$organizationId/projects/$projectId/prompts" params={params}>
        Prompts
      </Link>
      <Link to="/organizations/$organizationId/projects/$projectId/runs" params={params}>
        Runs
      </Link>
    </Empty>
  )
}
