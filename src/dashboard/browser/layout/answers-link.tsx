import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ANSWERS_SEARCH } from '../routing/answer-search.ts'

/** Selects the answers that a link opens; see the page's search parameters. */
export type AnswersSearch = ReturnType<typeof ANSWERS_SEARCH>

/** A value that links to its answers. */
export function AnswersLink({
  search,
  label,
  className,
  current = false,
  children,
}: {
  search: AnswersSearch
  /** Accessible name, if the content alone is not clear. */
  label?: string
  className?: string | undefined
  /** Whether the link is the tab of the shown view. */
  current?: boolean
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
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </Link>
  )
}
