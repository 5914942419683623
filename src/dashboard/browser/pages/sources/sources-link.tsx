import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ChangeSources, SourcesSearch } from './search.ts'

/** A link to this page with another search; what is undefined in it is left out. */
export function SourcesLink({
  search,
  label,
  className,
  children,
}: {
  search: Parameters<ChangeSources>[0]
  /** What it opens, where the content does not say it. */
  label?: string
  className?: string | undefined
  children: ReactNode
}) {
  const params = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  return (
    <Link
      to="/organizations/$organizationId/projects/$projectId/sources"
      params={params}
      // The entries that are undefined are left out.
      search={Object.fromEntries(given) as SourcesSearch}
      aria-label={label}
      title={label}
      activeOptions={{ exact: true, includeSearch: true }}
      className={className}
    >
      {children}
    </Link>
  )
}
