import type { Ctx } from '../context.ts'

/** How long a re-extraction may stand still before the sweep queues it again, in milliseconds. */
const STILL = 30_000

/**
 * Queues again every re-extraction that stands still: after a lost queue or a killed worker. The identity of the job makes it
 * harmless where one exists.
 * @returns how many were queued
 */
export async function sweepReextractions({
  ctx,
  input = {},
}: {
  ctx: Ctx
  input?: { still?: number }
}): Promise<number> {
  const now = ctx.now()
  const before = new Date(now.getTime() - (input.still ?? STILL))
  const { rows } = await ctx.db.pool.query<{ id: string }>(
    `WITH still AS (
       UPDATE reextraction SET changed_at = $2 WHERE id IN (
         SELECT id FROM reextraction WHERE status IN ('queued', 'running') AND changed_at <= $1
         ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED)
       RETURNING id)
     SELECT id FROM still ORDER BY id`,
    [before, now],
  )
  if (rows.length > 0)
    await ctx.deps.queue.add(rows.map(({ id }) => ({ name: 'reextract', reextractionId: id })))
  return rows.length
}
