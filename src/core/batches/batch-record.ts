import type { Batch } from '../../generated/prisma/client.ts'
import type { BatchKind, BatchStatus, BatchTrigger } from '../../generated/prisma/enums.ts'
import { completeSummary } from '../../metrics/complete-summary.ts'
import type { Summary } from '../../metrics/summarize.ts'

/** A batch as every surface shows it: a run or an async analysis. */
export interface BatchRecord {
  id: string
  analysisId: string | null
  kind: BatchKind
  trigger: BatchTrigger
  projectId: string | null
  status: BatchStatus
  brandName: string
  seq: number
  progress: { total: number; completed: number; failed: number }
  credits: { reserved: number; charged: number; refunded: number }
  /** Null until the batch has ended, and where it was not asked for. */
  summary: Summary | null
  /** When its answers were read again after its end; null when they never were. */
  reextractedAt: Date | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

/** What a record is made of. */
export type BatchRow = Pick<
  Batch,
  | Exclude<keyof BatchRecord, 'progress' | 'credits'>
  | 'total'
  | 'completed'
  | 'failed'
  | 'creditsReserved'
  | 'creditsCharged'
  | 'creditsRefunded'
>

/** The public part of a batch row. */
export function recordOf(batch: BatchRow): BatchRecord {
  const { id, analysisId, kind, trigger, projectId, status, brandName, seq } = batch
  const { reextractedAt, createdAt, startedAt, finishedAt } = batch
  return {
    id,
    analysisId,
    kind,
    trigger,
    projectId,
    status,
    brandName,
    seq,
    progress: { total: batch.total, completed: batch.completed, failed: batch.failed },
    credits: {
      reserved: batch.creditsReserved,
      charged: batch.creditsCharged,
      refunded: batch.creditsRefunded,
    },
    // Written by finalizeBatch, in the same version or an older one.
    summary: batch.summary === null ? null : completeSummary(batch.summary as Summary),
    reextractedAt,
    createdAt,
    startedAt,
    finishedAt,
  }
}
