import { useNavigate } from '@tanstack/react-router'
import styles from './shell.module.css'
import { useViewer } from './viewer.ts'

/**
 * Shows the current organization, with a select for members of several. Selecting one opens its last or first project.
 */
export function OrganizationChoice() {
  const { organization, organizations } = useViewer()
  const navigate = useNavigate()
  const all = organizations?.nodes ?? []
  if (all.length < 2) return <p className={styles.organization}>{organization.name}</p>
  return (
    <select
      className={styles.choice}
      aria-label="Organization"
      value={organization.databaseId}
      onChange={({ target }) => navigate({ to: '/', search: { organization: target.value } })}
    >
      {all.map(({ id, organizationId, organizationName }) => (
        <option key={id} value={organizationId}>
          {organizationName}
        </option>
      ))}
    </select>
  )
}
