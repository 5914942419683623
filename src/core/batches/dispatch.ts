import type { Ctx } from '../foundation/context.ts'
import { BATCH_STATE, type BatchState, toBatchEvent } from './batch-state.ts'

/** Units queued per statement. */
const PAGE = 1_000

/** Marks a batch as running and queues every unit without an outcome. Safe to run again at any time. */
export async function dispatchBatch({ ctx, input }: { ctx: Ctx; input: { batchId: string } }): Promise<void> {
  const { batchId } = input
  const { rows } = await ctx.db.pool.query<BatchState>(
    `UPDATE batch SET status = 'running', started_at = $2, changed_at = $2, seq = seq + 1
     WHERE id = $1 AND status = 'queued' RETURNING ${BATCH_STATE}`,
    [batchId, ctx.now()],
  )
  if (rows[0]) ctx.deps.events.publish(toBatchEvent(rows[0]))
  await queuePending(ctx, batchId)
}

/**
 * Queues all pending units of a batch, page by page. Units that are already queued are not queued twice. If a provider
 * was renamed and has its old token as an alias, its units enter the queue of the new token.
 */
export async function queuePending(ctx: Ctx, batchId: string): Promise<void> {
  let after = -1
  for (;;) {
    const { rows } = await ctx.db.pool.query<{ id: string; ordinal: number; provider: string }>({
      name: 'pending-units',
      text: `SELECT id, ordinal, provider FROM result
             WHERE batch_id = $1 AND status = 'pending' AND ordinal > $2 ORDER BY ordinal LIMIT ${PAGE}`,
      values: [batchId, after],
    })
    if (rows.length === 0) return
    await ctx.deps.queue.add(
      rows.map(({ id, provider }) => ({
        name: 'ask',
        batchId,
        unitId: id,
        provider: ctx.deps.providers.find(provider)?.id ?? provider,
      })),
    )
    after = rows.at(-1)?.ordinal ?? after
  }
}
