import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ANSWERS_SEARCH } from '../pages/answers/search.ts'

/** Which answers a link opens; see the search parameters of the page. */
export type AnswersSearch = ReturnType<typeof ANSWERS_SEARCH>

/** A figure that opens the answers behind it. */
export function AnswersLink({
  search,
  label,
  className,
  children,
}: {
  search: AnswersSearch
  /** What it opens, where the content does not say it. */
  label?: string
  className?: string | undefined
  children: ReactNode
}) {
  const params = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  return (
    <Link
      to="/organizations/$organizationId/projects/$projectId/answers"
      params={params}
      search={search}
      aria-label={label}
      title={label}
      className={className}
    >
      {children}
    </Link>
  )
}
