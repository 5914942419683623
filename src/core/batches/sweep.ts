import type { Ctx } from '../context.ts'
import { announceProviders, failAbandonedUnits } from './abandoned-units.ts'
import { queuePending } from './dispatch.ts'
import { finalizeBatch } from './finalize.ts'

/** How long a batch may be without a change before the sweep checks it, in milliseconds. */
const IDLE_TIME = 30_000

interface IdleBatch {
  id: string
  status: 'queued' | 'running'
  done: boolean
}

/**
 * Queues the work of unfinished batches again whose jobs may be lost: by a lost queue, a killed worker, or a process that died
 * between commit and enqueue. Job ids make this harmless where the job exists. Units whose provider no worker has any more fail.
 * @returns the number of batches checked
 */
export async function sweepBatches({
  ctx,
  input = {},
}: {
  ctx: Ctx
  input?: { idleFor?: number }
}): Promise<number> {
  await announceProviders(ctx)
  const before = new Date(ctx.now().getTime() - (input.idleFor ?? IDLE_TIME))
  let checked = 0
  for (let found = PAGE; found === PAGE; checked += found) found = await sweepPage(ctx, before)
  return checked
}

/** Batches taken by one statement. */
const PAGE = 100

/** @returns the number of batches checked; fewer than a page when no more are idle */
async function sweepPage(ctx: Ctx, before: Date): Promise<number> {
  // Updated by the sweep that takes them, so that concurrent sweeps and the next page take different ones.
  const { rows } = await ctx.db.pool.query<IdleBatch>(
    `UPDATE batch SET changed_at = greatest($2, $1 + interval '1 millisecond') WHERE id IN (
       SELECT id FROM batch WHERE status IN ('queued', 'running') AND changed_at <= $1
       ORDER BY changed_at LIMIT ${PAGE} FOR UPDATE SKIP LOCKED)
     RETURNING id, status, completed + failed = total AS done`,
    [before, ctx.now()],
  )
  for (const { id, status, done } of rows) {
    if (done) await finalizeBatch(ctx, id)
    else if (status === 'queued') await ctx.deps.queue.add([{ name: 'dispatch', batchId: id }])
    else {
      await failAbandonedUnits(ctx, id)
      await queuePending(ctx, id)
    }
  }
  return rows.length
}
