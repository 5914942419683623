import type { Ctx } from '../foundation/context.ts'
import { retryDeadlock } from '../foundation/database-errors.ts'
import type { BatchEndDeps } from './batch-end.ts'
import { BATCH_STATE, type BatchState, toBatchEvent } from './batch-state.ts'
import { finalizeBatch } from './finalize.ts'
import type { UnitError } from './unit-errors.ts'

/** Locks units before the batch, like recording does, to avoid deadlocks. A concurrently recorded unit keeps its outcome. */
const FAIL = `
  WITH failed AS (
    UPDATE result SET status = 'failed', error = $2::jsonb, answered_at = $3
    WHERE batch_id = $1 AND status = 'pending' AND ($4::text IS NULL OR provider = $4) RETURNING 1)
  UPDATE batch SET cancelled = cancelled OR $5, failed = failed + (SELECT count(*) FROM failed), seq = seq + 1,
    changed_at = $3
  WHERE id = $1 AND EXISTS (SELECT FROM failed)
  RETURNING ${BATCH_STATE}`

/** Units of a batch that {@link failPending} fails, and their error. */
export interface PendingFailure {
  error: UnitError
  /** Fails only the units of this provider; null for all. */
  provider: string | null
  /** Whether to mark the batch as cancelled if it had pending units. */
  cancelled: boolean
}

/**
 * Fails the units of a batch that have no outcome. Answers that arrive later are not recorded; recorded outcomes stay.
 * If no pending unit remains, the batch ends like any other, with its status, refunds, summary and webhook. A batch
 * that has already ended is left unchanged. If the process dies in between, the sweep ends the batch.
 */
export async function failPending(
  ctx: Ctx<BatchEndDeps>,
  batchId: string,
  { error, provider, cancelled }: PendingFailure,
): Promise<void> {
  const { rows } = await retryDeadlock(() =>
    ctx.db.pool.query<BatchState>({
      name: 'fail-pending-units',
      text: FAIL,
      values: [batchId, JSON.stringify(error), ctx.now(), provider, cancelled],
    }),
  )
  if (rows[0]) ctx.deps.events.publish(toBatchEvent(rows[0]))
  await finalizeBatch(ctx, batchId)
}
