import type { Ctx } from '../context.ts'
import { failPending } from './fail-pending.ts'
import { UNIT_ERRORS } from './unit-errors.ts'

/** Committed before units are failed: no further round begins after it, so that none is begun while they are. */
const STOP_ROUNDS = `UPDATE batch SET cancelled = true, seq = seq + 1
  WHERE id = $1 AND finished_at IS NULL AND stop_when IS NOT NULL`

/**
 * Cancels a batch: units without an outcome fail with the code CANCELLED, and an answer that arrives later is not recorded.
 * Recorded outcomes stay. Then the batch ends like any other, marked as cancelled. Does nothing for a batch that has ended.
 */
export async function cancelBatch(ctx: Ctx, batchId: string): Promise<void> {
  const error = { code: 'CANCELLED', message: UNIT_ERRORS.CANCELLED.description } as const
  await ctx.db.pool.query({ name: 'stop-rounds', text: STOP_ROUNDS, values: [batchId] })
  return failPending(ctx, batchId, { error, provider: null, cancelled: true })
}
