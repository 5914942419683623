import type { Ctx } from '../foundation/context.ts'
import type { BatchEndDeps } from './batch-end.ts'
import { failPending } from './fail-pending.ts'
import { UNIT_ERRORS } from './unit-errors.ts'

/** Prevents further rounds. Committed before pending units fail, so that no round starts in the meantime. */
const STOP_ROUNDS = `UPDATE batch SET cancelled = true, seq = seq + 1
  WHERE id = $1 AND finished_at IS NULL AND stop_when IS NOT NULL`

/**
 * Cancels a batch. Units without an outcome fail with the code CANCELLED; answers that arrive later are not recorded.
 * Recorded outcomes stay. The batch then ends like any other and is marked as cancelled. A batch that has already ended
 * is left unchanged.
 */
export async function cancelBatch(ctx: Ctx<BatchEndDeps>, batchId: string): Promise<void> {
  const error = { code: 'CANCELLED', message: UNIT_ERRORS.CANCELLED.description } as const
  await ctx.db.pool.query({ name: 'stop-rounds', text: STOP_ROUNDS, values: [batchId] })
  return failPending(ctx, batchId, { error, provider: null, cancelled: true })
}
