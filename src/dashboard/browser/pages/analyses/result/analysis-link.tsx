import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AnswersSearch } from '../../../frame/answers-link.tsx'

/** A figure of the page that opens the answers behind it, further down on the same page. */
export function AnalysisLink({
  search,
  label,
  children,
}: {
  search: AnswersSearch
  /** What it opens, where the content does not say it. */
  label?: string
  children: ReactNode
}) {
  return (
    <Link
      from="/organizations/$organizationId/projects/$projectId/analyses/$analysisId"
      to="."
      search={({ rows }) => ({ ...search, ...(rows && { rows }) })}
      hash="answers"
      aria-label={label}
      title={label}
    >
      {children}
    </Link>
  )
}
