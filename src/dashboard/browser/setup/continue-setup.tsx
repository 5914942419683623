import { useParams } from '@tanstack/react-router'
import { ButtonLink } from '../components/button-link.tsx'
import type { Step } from './steps.ts'

/** A button on an empty page of a project. It opens the step of the setup that fills the page. */
export function ContinueSetup({ step }: { step: Step }) {
  const params = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  return (
    <ButtonLink
      kind="primary"
      to="/organizations/$organizationId/projects/$projectId/start"
      params={params}
      search={{ step }}
    >
      Continue the setup
    </ButtonLink>
  )
}
