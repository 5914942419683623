import type { BatchEvent } from '../foundation/events.ts'

/** Columns that identify a batch, and columns that change while it runs. */
export type BatchState = Omit<BatchEvent, 'batchId'> & { id: string }

/** RETURNING list for statements that update `batch`; the rows are {@link BatchState}s. */
export const BATCH_STATE = 'id, kind, project_id AS "projectId", seq, status, total, completed, failed'

/** Returns the event to publish for a batch row that just changed. */
export function toBatchEvent(row: BatchState): BatchEvent {
  const { id, kind, projectId, seq, status, total, completed, failed } = row
  return { batchId: id, kind, projectId, seq, status, total, completed, failed }
}
