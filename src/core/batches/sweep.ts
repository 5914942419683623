import type { BatchTrigger } from '../../generated/prisma/enums.ts'
import type { Ctx } from '../foundation/context.ts'
import { announceProviders, failAbandonedUnits } from './abandoned-units.ts'
import { isScheduled } from './backlog.ts'
import type { BatchEndDeps } from './batch-end.ts'
import { finalizeBatch } from './finalize.ts'
import { fillQueues, requeueUnits } from './requeue.ts'

/** Milliseconds without a change after which the sweep checks a batch. */
const IDLE_TIME = 30_000

interface IdleBatch {
  id: string
  status: 'queued' | 'running'
  trigger: BatchTrigger
  done: boolean
}

/**
 * Requeues the work of idle unfinished batches, because their jobs may be lost: the queue was lost, a worker was
 * killed, or a process died between commit and enqueue. Job ids prevent duplicates of jobs that still exist. Also fails
 * units if no worker has their provider any more.
 * @returns the number of batches checked
 */
export async function sweepBatches({
  ctx,
  input = {},
}: {
  ctx: Ctx<BatchEndDeps>
  input?: { idleFor?: number }
}): Promise<number> {
  await announceProviders(ctx)
  const before = new Date(ctx.now().getTime() - (input.idleFor ?? IDLE_TIME))
  let checked = 0
  for (let swept = PAGE; swept === PAGE; checked += swept) swept = await sweepPage(ctx, before)
  await fillQueues(ctx)
  return checked
}

/** Batches claimed per statement. */
const PAGE = 500

/** Sweeps one page of idle batches. @returns the number of batches checked; less than a page when no more are idle */
async function sweepPage(ctx: Ctx<BatchEndDeps>, before: Date): Promise<number> {
  // Updating `changed_at` claims the batches, so that concurrent sweeps and the next page get different ones.
  const { rows } = await ctx.db.pool.query<IdleBatch>(
    `UPDATE batch SET changed_at = greatest($2, $1 + interval '1 millisecond') WHERE id IN (
       SELECT id FROM batch WHERE status IN ('queued', 'running') AND changed_at <= $1
       ORDER BY changed_at LIMIT ${PAGE} FOR UPDATE SKIP LOCKED)
     RETURNING id, status, trigger, completed + failed = total AS done`,
    [before, ctx.now()],
  )
  const running: string[] = []
  for (const { id, done, ...batch } of rows) {
    if (done) await finalizeBatch(ctx, id)
    else if (batch.status === 'running') running.push(id)
    else await ctx.deps.queue.add([{ name: 'dispatch', batchId: id, scheduled: isScheduled(batch) }])
  }
  if (running.length > 0) {
    await failAbandonedUnits(ctx, running)
    await requeueUnits(ctx, running)
  }
  return rows.length
}
