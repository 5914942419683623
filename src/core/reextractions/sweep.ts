import type { Ctx } from '../foundation/context.ts'

/** How long a re-extraction may make no progress before the sweep queues it again, in milliseconds. */
const IDLE_TIME = 30_000

/**
 * Queues re-extractions without progress again, because their jobs may have been lost with a queue or a killed worker.
 * If a job still exists, its job id prevents duplicates.
 * @returns number of queued re-extractions
 */
export async function sweepReextractions({
  ctx,
  input = {},
}: {
  ctx: Ctx
  input?: { idleFor?: number }
}): Promise<number> {
  const now = ctx.now()
  const before = new Date(now.getTime() - (input.idleFor ?? IDLE_TIME))
  const { rows } = await ctx.db.pool.query<{ id: string }>(
    `WITH idle AS (
       UPDATE reextraction SET changed_at = $2 WHERE id IN (
         SELECT id FROM reextraction WHERE status IN ('queued', 'running') AND changed_at <= $1
         ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED)
       RETURNING id)
     SELECT id FROM idle ORDER BY id`,
    [before, now],
  )
  if (rows.length > 0)
    await ctx.deps.queue.add(rows.map(({ id }) => ({ name: 'reextract', reextractionId: id })))
  return rows.length
}

/** Number of rows to delete per statement. It is limited so that each statement holds its locks only briefly. */
const ROWS_PER_STATEMENT = 5_000

/**
 * Deletes the result rows of re-extractions that no run refers to, because they were cancelled, failed or replaced by a
 * later one. Concurrent queries of these rows are not affected, because they use their own database snapshot.
 * @returns number of re-extractions with deleted rows
 */
export async function sweepReextractedResults({ ctx }: { ctx: Ctx }): Promise<number> {
  const { pool } = ctx.db
  const { rows } = await pool.query<{ id: string }>(
    `SELECT r.id FROM reextraction r JOIN batch b ON b.id = r.batch_id
     WHERE r.keeps_results AND r.status NOT IN ('queued', 'running') AND b.reextraction_id IS DISTINCT FROM r.id
     ORDER BY r.id LIMIT 100`,
  )
  for (const { id } of rows) {
    await deleteReextractedResults(ctx, id)
    await pool.query('UPDATE reextraction SET keeps_results = false WHERE id = $1', [id])
  }
  return rows.length
}

/** Deletes the result rows of a re-extraction, in several statements. */
export async function deleteReextractedResults(ctx: Ctx, reextractionId: string): Promise<void> {
  for (let deleted = ROWS_PER_STATEMENT; deleted === ROWS_PER_STATEMENT; ) {
    const { rowCount } = await ctx.db.pool.query(
      `DELETE FROM reextracted_result WHERE reextraction_id = $1 AND result_id IN (
         SELECT result_id FROM reextracted_result WHERE reextraction_id = $1 LIMIT ${ROWS_PER_STATEMENT})`,
      [reextractionId],
    )
    deleted = rowCount ?? 0
  }
}
