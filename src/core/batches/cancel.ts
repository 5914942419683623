import type { Ctx } from '../context.ts'
import { CHANGED, type ChangedRow, publishChange, toEvent } from './change.ts'
import type { UnitError } from './fail.ts'
import { finalizeBatch } from './finalize.ts'
import { retryDeadlock } from './record.ts'

const CANCELLED: UnitError = { code: 'CANCELLED', message: 'Cancelled before it was answered.' }

/** As answers are recorded: units, then the batch; a unit that is recorded meanwhile stays what it became. */
const CANCEL = `
  WITH cancelled AS (
    UPDATE result SET status = 'failed', error = $2::jsonb, answered_at = $3
    WHERE batch_id = $1 AND status = 'pending' RETURNING 1)
  UPDATE batch SET failed = failed + (SELECT count(*) FROM cancelled), seq = seq + 1, changed_at = $3
  WHERE id = $1 AND EXISTS (SELECT FROM cancelled)
  RETURNING ${CHANGED}`

/**
 * Ends a batch: every unit that has no answer yet fails as cancelled, is not asked any more, and an answer that still comes is
 * not recorded. What was answered stays. Then the batch ends as any other: status, refunds, summary, webhook. Does nothing
 * for one that has ended. Whoever dies in between leaves the end to the sweep.
 */
export async function cancelBatch({ ctx, input }: { ctx: Ctx; input: { batchId: string } }): Promise<void> {
  const { batchId } = input
  const { rows } = await retryDeadlock(() =>
    ctx.db.pool.query<ChangedRow>({
      name: 'cancel-batch',
      text: CANCEL,
      values: [batchId, JSON.stringify(CANCELLED), ctx.now()],
    }),
  )
  if (rows[0]) await publishChange(ctx, toEvent(rows[0]))
  await finalizeBatch({ ctx, input: { batchId } })
}
