import { Link, useParams } from '@tanstack/react-router'
import noticeStyles from '../components/simulated-notice.module.css'
import { useProject } from '../layout/project-frame.tsx'
import { useMay } from '../layout/viewer.ts'

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/**
 * Names the providers of the project that the next run cannot ask, and leads to their credentials. Empty if all can be
 * asked.
 */
export function MissingProviders() {
  const { defaultProviders } = useProject()
  const { organizationId } = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  const mayFix = useMay('PROVIDER_CREDENTIALS_MANAGE')
  const missing = defaultProviders.filter(({ state }) => state === 'UNAVAILABLE').map(({ label }) => label)
  if (missing.length === 0) return null
  return (
    <p className={noticeStyles.notice}>
      {LIST.format(missing)} cannot be asked, because {missing.length === 1 ? 'it has' : 'they have'} no
      credentials.{' '}
      {mayFix ? (
        <Link to="/organizations/$organizationId/credentials" params={{ organizationId }}>
          Add credentials
        </Link>
      ) : (
        'Ask an administrator to add them.'
      )}
    </p>
  )
}
