import type { Database } from '../../infra/database.ts'
import { findAdjacentRuns } from '../measurements/adjacent-runs.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'

/** A fact that answers of a run contradict, and that no answer of the previous run contradicted. */
export interface NewContradiction {
  factId: string
  /** The fact in words. */
  text: string
  /** Number of answers that contradict it. */
  answers: number
  /** The first contradicting passage. Offsets are UTF-16 code units of the answer. */
  evidence: { resultId: string; provider: string; start: number; end: number; text: string }
}

interface Row {
  factId: string
  fact: string
  answers: number
  resultId: string
  provider: string
  start: number
  end: number
  text: string | null
}

/**
 * Returns the facts that are newly contradicted in an ended run, compared with the previous run of its project. Without a
 * previous run, all contradicted facts count as new. Returns null while the answers of the run or of the previous run
 * have not been checked. For work without a caller: does not check access.
 */
export async function contradictionsOf(db: Database, runId: string): Promise<NewContradiction[] | null> {
  const run = await db.prisma.batch.findUnique({
    where: { id: runId },
    select: { projectId: true, finishedAt: true },
  })
  if (!run?.projectId || !run.finishedAt) return null
  const { previous } = await findAdjacentRuns(db.prisma, {
    id: runId,
    projectId: run.projectId,
    finishedAt: run.finishedAt,
  })
  const checks = await db.prisma.factCheck.findMany({
    where: { batchId: { in: [runId, ...(previous ? [previous.id] : [])] }, finishedAt: { not: null } },
  })
  const check = checks.find(({ batchId }) => batchId === runId)
  const before = checks.find(({ batchId }) => batchId === previous?.id)
  if (!check || (previous && !before)) return null
  const { rows } = await db.pool.query<Row>({
    name: 'new-contradictions',
    text: `SELECT DISTINCT ON (f.id) f.id AS "factId", f.text AS fact, count(*) OVER (PARTITION BY f.id)::int AS answers,
             s.result_id AS "resultId", s.provider, s.start_offset AS start, s.end_offset AS "end",
             (SELECT r.text FROM ${RESULT_AS_SHOWN} r WHERE r.id = s.result_id) AS text
           FROM fact_statement s JOIN brand_fact f ON f.id = s.fact_id
           WHERE s.check_id = $1 AND s.verdict = 'contradicts' AND f.version <= $2
             AND NOT EXISTS (SELECT FROM fact_statement e
               WHERE e.check_id = $3::uuid AND e.fact_id = s.fact_id AND e.verdict = 'contradicts')
           ORDER BY f.id, s.ordinal`,
    values: [check.id, check.factsVersion, before?.id ?? null],
  })
  return rows.map(({ factId, fact, answers, resultId, provider, start, end, text }) => ({
    factId,
    text: fact,
    answers,
    evidence: { resultId, provider, start, end, text: text?.slice(start, end) ?? '' },
  }))
}
