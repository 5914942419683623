import type { BatchKind, BatchStatus } from '../../generated/prisma/enums.ts'
import type { Ctx } from '../context.ts'
import type { BatchEvent } from '../events.ts'

export interface ChangedRow {
  id: string
  kind: BatchKind
  projectId: string | null
  seq: number
  status: BatchStatus
  total: number
  completed: number
  failed: number
}

/** What a statement that changes `batch` gives back to make a {@link ChangedRow}. */
export const CHANGED = 'id, kind, project_id AS "projectId", seq, status, total, completed, failed'

/** The event of a batch row that just changed. */
export function toEvent(row: ChangedRow): BatchEvent {
  const { id, kind, projectId, seq, status, total, completed, failed } = row
  return { batchId: id, kind, projectId, seq, status, total, completed, failed }
}

/** Tells about a committed change. A lost event is no loss: whoever watches looks again by itself. */
export async function publishChange(ctx: Ctx, event: BatchEvent): Promise<void> {
  await ctx.deps.events.publish(event).catch((error) => {
    ctx.deps.logger.warn({ error, batchId: event.batchId }, 'change not published')
  })
}

/** True for the states nothing leaves any more. */
export function isFinal(status: BatchStatus): boolean {
  switch (status) {
    case 'queued':
    case 'running':
      return false
    case 'completed':
    case 'partially_completed':
    case 'failed':
      return true
  }
}
