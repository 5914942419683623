import { findPageChecks } from '../cited-pages/find-checks.ts'
import type { Ctx } from '../foundation/context.ts'
import type {
  OpportunityKind,
  OpportunityOutcome,
  OpportunityRecord,
  OpportunityStatus,
} from './foundation/definition.ts'
import { quotesOf } from './quotes.ts'
import type { StoredEvidence } from './refresh.ts'

/** A row of `opportunity` with the columns {@link OPPORTUNITY_COLUMNS}. */
export interface OpportunityRow {
  id: string
  projectId: string
  kind: OpportunityKind
  key: string
  status: OpportunityStatus
  note: string
  assigneeId: string | null
  runId: string
  current: boolean
  evidence: StoredEvidence
  atMost: number
  expected: number
  createdAt: Date
  doneAt: Date | null
  outcome: OpportunityOutcome | null
}

/** SQL of the columns of an `opportunity p` of a project with the `opportunity_state s`. */
export const OPPORTUNITY_COLUMNS = `p.id, p.project_id AS "projectId", p.kind, p.key, p.status, p.note,
  p.assignee_id AS "assigneeId", p.run_id AS "runId", p.run_id IS NOT DISTINCT FROM s.run_id AS current, p.evidence,
  p.at_most AS "atMost", p.expected, p.created_at AS "createdAt", p.done_at AS "doneAt", p.outcome`

/** An opportunity with its project. */
export interface ListedOpportunity extends OpportunityRecord {
  projectId: string
}

/** Converts rows, and adds the quotes of their example answers, and whether the cited pages name the brand. */
export async function toOpportunities(
  ctx: Ctx,
  rows: readonly OpportunityRow[],
): Promise<ListedOpportunity[]> {
  const quotes = await quotesOf(
    ctx,
    rows.flatMap(({ evidence }) => evidence.examples),
  )
  const checkOf = await findPageChecks(
    ctx,
    rows.flatMap(({ projectId, evidence }) => evidence.pages.map(({ url }) => ({ projectId, url }))),
  )
  return rows.map(({ key, evidence: { runAnswers, examples, ...evidence }, ...row }) => {
    const pages = evidence.pages.map((page) => ({
      ...page,
      ...checkOf({ ...page, projectId: row.projectId }),
    }))
    const pagesWithoutBrand = pages.filter(({ check }) => check === 'omits_brand').length
    const pagesWithBrand = pages.filter(({ check }) => check === 'names_brand').length
    return {
      ...row,
      subject: key,
      evidence: { ...evidence, pages, pagesRead: pagesWithoutBrand + pagesWithBrand, pagesWithoutBrand },
      runAnswers,
      quotes: examples.flatMap((id) => quotes.get(id) ?? []),
    }
  })
}
