import type { Ctx } from '../context.ts'

/** Rows dropped at a time, so that nobody waits long for one statement. */
const SLICE = 5_000

/**
 * Drops what re-extractions have read and no run shows: of those that ended before their time, and of those that a later one
 * has replaced. Whoever still reads it has begun before it was replaced, and goes on seeing it to the end of the statement.
 * @returns of how many re-extractions
 */
export async function sweepReadings({ ctx }: { ctx: Ctx }): Promise<number> {
  const { pool } = ctx.db
  const { rows } = await pool.query<{ id: string }>(
    `SELECT r.id FROM reextraction r JOIN batch b ON b.id = r.batch_id
     WHERE r.keeps_results AND r.status NOT IN ('queued', 'running') AND b.reextraction_id IS DISTINCT FROM r.id
     ORDER BY r.id LIMIT 100`,
  )
  for (const { id } of rows) {
    for (let dropped = SLICE; dropped === SLICE; ) dropped = await dropSlice(ctx, id)
    await pool.query('UPDATE reextraction SET keeps_results = false WHERE id = $1', [id])
  }
  return rows.length
}

async function dropSlice(ctx: Ctx, id: string): Promise<number> {
  const { rowCount } = await ctx.db.pool.query(
    `DELETE FROM reextracted_result WHERE reextraction_id = $1 AND result_id IN (
       SELECT result_id FROM reextracted_result WHERE reextraction_id = $1 LIMIT ${SLICE})`,
    [id],
  )
  return rowCount ?? 0
}
