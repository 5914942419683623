import type { Ctx } from '../context.ts'
import { retryDeadlock } from '../database-errors.ts'
import { BATCH_STATE, type BatchState, publishBatchEvent, toBatchEvent } from './batch-state.ts'
import { finalizeBatch } from './finalize.ts'
import type { UnitError } from './unit-failure.ts'

const CANCELLED: UnitError = { code: 'CANCELLED', message: 'Cancelled before it was answered.' }

/** Locks units before the batch, as recording does, to avoid deadlocks. A unit that is recorded concurrently keeps its outcome. */
const CANCEL = `
  WITH cancelled AS (
    UPDATE result SET status = 'failed', error = $2::jsonb, answered_at = $3
    WHERE batch_id = $1 AND status = 'pending' RETURNING 1)
  UPDATE batch SET cancelled = true, failed = failed + (SELECT count(*) FROM cancelled), seq = seq + 1, changed_at = $3
  WHERE id = $1 AND EXISTS (SELECT FROM cancelled)
  RETURNING ${BATCH_STATE}`

/**
 * Cancels a batch: units without an outcome fail with the code CANCELLED, and an answer that arrives later is not recorded.
 * Recorded outcomes stay. Then the batch ends like any other, marked as cancelled: status, refunds, summary, webhook. Does
 * nothing for a batch that has ended. If the process dies in between, the sweep ends the batch.
 */
export async function cancelBatch(ctx: Ctx, batchId: string): Promise<void> {
  const { rows } = await retryDeadlock(() =>
    ctx.db.pool.query<BatchState>({
      name: 'cancel-batch',
      text: CANCEL,
      values: [batchId, JSON.stringify(CANCELLED), ctx.now()],
    }),
  )
  if (rows[0]) await publishBatchEvent(ctx, toBatchEvent(rows[0]))
  await finalizeBatch(ctx, batchId)
}
