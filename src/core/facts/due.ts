import { FACT_RULES_VERSION } from '../../extraction/facts/check.ts'
import type { BatchEndHandler } from '../batches/batch-end.ts'
import { STATUSES_WITH_ANSWERS } from '../foundation/batch-status.ts'
import type { Ctx, Transaction } from '../foundation/context.ts'

/**
 * Number of latest runs of a project that are checked against changed facts: the latest, and the run that it is compared
 * with.
 */
const CHECKED_RUNS = 2

/** Maximum number of runs queued per sweep. */
const SWEEP_LIMIT = 500

/**
 * SQL of the runs with a missing or outdated check. `$1` is {@link FACT_RULES_VERSION}, `condition` a condition for the
 * project `p`.
 */
function dueRuns(condition: string): string {
  return `SELECT b.id FROM project p CROSS JOIN LATERAL (
      SELECT id, extraction_revision, texts_deleted_at FROM batch
      WHERE project_id = p.id AND kind = 'run' AND status IN ${STATUSES_WITH_ANSWERS}
      ORDER BY finished_at DESC, id DESC LIMIT ${CHECKED_RUNS}) b
    WHERE ${condition} AND p.organization_id IS NOT NULL AND p.facts_version > 0 AND b.texts_deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM fact_check c WHERE c.batch_id = b.id AND c.finished_at IS NOT NULL
        AND c.facts_version >= p.facts_version AND c.rules_version >= $1
        AND c.extraction_revision >= b.extraction_revision)`
}

/** Queues the checks of the latest runs of a project after a change of its facts. */
export async function queueChecksOf({ db, enqueue }: Transaction, projectId: string): Promise<void> {
  const rows = await db.$queryRawUnsafe<{ id: string }[]>(
    dueRuns('p.id = $2::uuid'),
    FACT_RULES_VERSION,
    projectId,
  )
  for (const { id } of rows) enqueue({ name: 'check-facts', batchId: id })
}

/**
 * Queues the runs with a missing or outdated check: a job was lost, facts changed while a check was running, a
 * re-extraction was published, or the rules are newer.
 * @returns the number of queued runs
 */
export async function sweepFactChecks({ ctx }: { ctx: Ctx }): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ id: string }>({
    name: 'due-fact-checks',
    text: `${dueRuns('true')} LIMIT ${SWEEP_LIMIT}`,
    values: [FACT_RULES_VERSION],
  })
  if (rows.length > 0) await ctx.deps.queue.add(rows.map(({ id }) => ({ name: 'check-facts', batchId: id })))
  return rows.length
}

/** Handles the end of a batch: queues the check of its answers if its project has facts. */
export const queueFactCheck: BatchEndHandler = async () => ({
  async write({ db, enqueue }, { id, kind, projectId, status }) {
    if (kind !== 'run' || projectId === null || status === 'failed') return
    const facts = await db.brandFact.count({ where: { projectId } })
    if (facts > 0) enqueue({ name: 'check-facts', batchId: id })
  },
})
