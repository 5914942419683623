import { Link } from '@tanstack/react-router'
import { Message } from '../../components/states.tsx'
import { useProject } from '../../layout/project-frame.tsx'
import { useViewer } from '../../layout/viewer.ts'

/** Shown before the first run. */
export function NoRun() {
  const { organization } = useViewer()
  const params = { organizationId: organization.databaseId, projectId: useProject().databaseId }
  return (
    <Message
      title="No answers yet"
      text="Answers arrive with the first run. Choose your prompts, then start a run."
    >
      <Link to="/organizations/$organizationId/projects/$projectId/prompts" params={params}>
        Prompts
      </Link>
      <Link to="/organizations/$organizationId/projects/$projectId/runs" params={params}>
        Runs
      </Link>
    </Message>
  )
}
