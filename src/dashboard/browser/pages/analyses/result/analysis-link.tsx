import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AnswersSearch } from '../../../layout/answers-link.tsx'

/** A value that links to its answers further down on the same page. */
export function AnalysisLink({
  search,
  label,
  children,
}: {
  search: AnswersSearch
  /** Accessible name, if the content alone is not clear. */
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
