import type { Ctx } from '../context.ts'
import { failPending } from './fail-pending.ts'
import { UNIT_ERRORS } from './unit-errors.ts'

/**
 * Cancels a batch: units without an outcome fail with the code CANCELLED, and an answer that arrives later is not recorded.
 * Recorded outcomes stay. Then the batch ends like any other, marked as cancelled. Does nothing for a batch that has ended.
 */
export function cancelBatch(ctx: Ctx, batchId: string): Promise<void> {
  const error = { code: 'CANCELLED', message: UNIT_ERRORS.CANCELLED.description } as const
  return failPending(ctx, batchId, { error, provider: null, cancelled: true })
}
