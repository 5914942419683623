import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ChangeSources, SourcesSearch } from './search.ts'

/** A link to this page with other search parameters. Undefined values are omitted. */
export function SourcesLink({
  search,
  label,
  className,
  children,
}: {
  search: Parameters<ChangeSources>[0]
  /** Accessible name, if the content alone is not clear. */
  label?: string
  className?: string | undefined
  children: ReactNode
}) {
  const params = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  const present = Object.entries(search).filter(([, value]) => value !== undefined)
  return (
    <Link
      to="/organizations/$organizationId/projects/$projectId/sources"
      params={params}
      // Undefined entries were removed above.
      search={Object.fromEntries(present) as SourcesSearch}
      aria-label={label}
      title={label}
      activeOptions={{ exact: true, includeSearch: true }}
      className={className}
    >
      {children}
    </Link>
  )
}
