import type { Batch } from '../../generated/prisma/client.ts'
import type { BatchKind, BatchStatus, BatchTrigger } from '../../generated/prisma/enums.ts'
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
  /** Null until the batch has ended. */
  summary: Summary | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

/** The public part of a batch row. */
export function recordOf(batch: Batch): BatchRecord {
  const {
    id,
    analysisId,
    kind,
    trigger,
    projectId,
    status,
    brandName,
    seq,
    createdAt,
    startedAt,
    finishedAt,
  } = batch
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
    // Written by finalizeBatch, in the same version or an older, compatible one.
    summary: batch.summary as Summary | null,
    createdAt,
    startedAt,
    finishedAt,
  }
}
