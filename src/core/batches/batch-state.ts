import type { BatchEvent } from '../events.ts'

/** The columns of a batch that change while it runs, and those that identify it. */
export type BatchState = Omit<BatchEvent, 'batchId'> & { id: string }

/** What a statement that changes `batch` returns to give a {@link BatchState}. */
export const BATCH_STATE = 'id, kind, project_id AS "projectId", seq, status, total, completed, failed'

/** The event of a batch row that just changed. */
export function toBatchEvent(row: BatchState): BatchEvent {
  const { id, kind, projectId, seq, status, total, completed, failed } = row
  return { batchId: id, kind, projectId, seq, status, total, completed, failed }
}
