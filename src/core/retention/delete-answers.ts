import type { Ctx } from '../foundation/context.ts'
import type { RetentionDeps } from './retention.ts'

/** Maximum number of rows to change per statement, so that each holds its locks only briefly. */
const ROWS_PER_STATEMENT = 2_000

/** Batches per query. */
const PAGE = 100

/** What is deleted: the column with the age, the column that marks a finished deletion, and its statements. */
const PARTS = {
  raw: {
    days: 'least(coalesce(o.raw_retention_days, $1), coalesce(o.text_retention_days, $2))',
    mark: 'raw_deleted_at',
    statements: [
      `DELETE FROM artifact WHERE result_id = ANY (ARRAY(
         SELECT f.result_id FROM result r JOIN artifact f ON f.result_id = r.id WHERE r.batch_id = $1
         LIMIT ${ROWS_PER_STATEMENT}))`,
    ],
  },
  texts: {
    days: 'coalesce(o.text_retention_days, $2)',
    mark: 'texts_deleted_at',
    statements: [
      `UPDATE answer SET text = NULL WHERE result_id = ANY (ARRAY(
         SELECT w.result_id FROM result r JOIN answer w ON w.result_id = r.id
         WHERE r.batch_id = $1 AND w.text IS NOT NULL LIMIT ${ROWS_PER_STATEMENT}))`,
      `UPDATE reextracted_result SET text = NULL WHERE (reextraction_id, result_id) IN (
         SELECT s.reextraction_id, s.result_id FROM reextraction e
         JOIN reextracted_result s ON s.reextraction_id = e.id
         WHERE e.batch_id = $1 AND s.text IS NOT NULL LIMIT ${ROWS_PER_STATEMENT})`,
    ],
  },
} as const

/**
 * Deletes raw responses and texts of answers that are older than their organization keeps them. Metrics, observations with their
 * quotes, facts and sources stay. A batch with an unfinished re-extraction is deleted later. Can be interrupted at any time, and
 * continues with the next call.
 * @returns the number of batches whose raw responses or texts were deleted
 */
export async function deleteOldAnswers({ ctx }: { ctx: Ctx<RetentionDeps> }): Promise<number> {
  const raw = await deletePart(ctx, 'raw')
  const texts = await deletePart(ctx, 'texts')
  return raw + texts
}

async function deletePart(ctx: Ctx<RetentionDeps>, part: keyof typeof PARTS): Promise<number> {
  const { days, mark, statements } = PARTS[part]
  const { rawDays, textDays } = ctx.deps.retention
  let deleted = 0
  for (;;) {
    const { rows } = await ctx.db.pool.query<{ id: string }>(
      `SELECT b.id FROM batch b JOIN organization o ON o.id = b.organization_id
       WHERE b.${mark} IS NULL AND b.finished_at <= $3::timestamptz - make_interval(days => ${days})
         AND ($1::int IS NOT NULL OR $2::int IS NOT NULL OR o.raw_retention_days IS NOT NULL OR o.text_retention_days IS NOT NULL)
         AND NOT EXISTS (SELECT FROM reextraction e WHERE e.batch_id = b.id AND e.status IN ('queued', 'running'))
       ORDER BY b.id LIMIT ${PAGE}`,
      [rawDays, textDays, ctx.now()],
    )
    for (const { id } of rows) {
      for (const statement of statements) await repeat(ctx, statement, id)
      // Increases `seq`, so that cached responses with texts are no longer used.
      await ctx.db.pool.query(`UPDATE batch SET ${mark} = $2, seq = seq + 1 WHERE id = $1`, [id, ctx.now()])
    }
    deleted += rows.length
    if (rows.length < PAGE) return deleted
  }
}

/** Executes a statement until it changes no more rows. */
async function repeat(ctx: Ctx, statement: string, batchId: string): Promise<void> {
  for (let rows = ROWS_PER_STATEMENT; rows === ROWS_PER_STATEMENT; ) {
    ctx.deps.stopping.throwIfAborted()
    const { rowCount } = await ctx.db.pool.query(statement, [batchId])
    rows = rowCount ?? 0
  }
}
