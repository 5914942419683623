import type { Ctx } from '../context.ts'
import { retryDeadlock } from '../database-errors.ts'
import { BATCH_STATE, type BatchState, toBatchEvent } from './batch-state.ts'
import { finalizeBatch } from './finalize.ts'
import type { UnitError } from './unit-errors.ts'

/** Locks units before the batch, as recording does, to avoid deadlocks. A unit that is recorded concurrently keeps its outcome. */
const FAIL = `
  WITH failed AS (
    UPDATE result SET status = 'failed', error = $2::jsonb, answered_at = $3
    WHERE batch_id = $1 AND status = 'pending' AND ($4::text IS NULL OR provider = $4) RETURNING 1)
  UPDATE batch SET cancelled = cancelled OR $5, failed = failed + (SELECT count(*) FROM failed), seq = seq + 1,
    changed_at = $3
  WHERE id = $1 AND EXISTS (SELECT FROM failed)
  RETURNING ${BATCH_STATE}`

/** Which units of a batch {@link failPending} fails, and how. */
export interface PendingFailure {
  error: UnitError
  /** Only the units of this provider; null for all. */
  provider: string | null
  /** Whether the batch counts as cancelled, if there was such a unit. */
  cancelled: boolean
}

/**
 * Fails units of a batch that have no outcome; an answer that arrives later is not recorded. Recorded outcomes stay. If that
 * was the last of its units, the batch ends like any other: status, refunds, summary, webhook. Does nothing for a batch that
 * has ended. If the process dies in between, the sweep ends the batch.
 */
export async function failPending(
  ctx: Ctx,
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
