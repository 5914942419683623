import type { Ctx } from '../context.ts'
import { queuePending } from './dispatch.ts'
import { finalizeBatch } from './finalize.ts'

/** How long a batch may stand still before the sweep looks at it, in milliseconds. */
const STILL = 30_000

interface StillBatch {
  id: string
  status: 'queued' | 'running'
  done: boolean
}

/**
 * Queues again whatever the database says is due and no job may carry: after a lost queue, a killed worker, or a death
 * between commit and enqueue. Job identities make it harmless where a job exists.
 * @returns the number of batches looked at
 */
export async function sweepBatches({
  ctx,
  input = {},
}: {
  ctx: Ctx
  input?: { still?: number }
}): Promise<number> {
  const before = new Date(ctx.now().getTime() - (input.still ?? STILL))
  // Touched by whoever takes them, so that two sweeps do not do the same work.
  const { rows } = await ctx.db.pool.query<StillBatch>(
    `UPDATE batch SET changed_at = $2 WHERE id IN (
       SELECT id FROM batch WHERE status IN ('queued', 'running') AND changed_at <= $1
       ORDER BY changed_at LIMIT 100 FOR UPDATE SKIP LOCKED)
     RETURNING id, status, completed + failed = total AS done`,
    [before, ctx.now()],
  )
  for (const { id, status, done } of rows) {
    if (done) await finalizeBatch({ ctx, input: { batchId: id } })
    else if (status === 'queued') await ctx.deps.queue.add([{ name: 'dispatch', batchId: id }])
    else await queuePending(ctx, id)
  }
  return rows.length
}
