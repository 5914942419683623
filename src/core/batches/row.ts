import type { z } from 'zod'
import type { Batch } from '../../generated/prisma/client.ts'
import type { BatchKind, BatchTrigger } from '../../generated/prisma/enums.ts'
import { completeSummary } from '../../metrics/complete-summary.ts'
import type { Summary } from '../../metrics/definitions.ts'
import { isFinal, type ShownStatus } from '../batch-status.ts'
import type { batchDefinition, creditsDefinition } from './definition.ts'
import { type Rounds, readRounds, type StopWhen } from './rounds-state.ts'

/** A run or an async analysis. */
export interface BatchRecord extends z.output<typeof batchDefinition> {
  id: string
  /** Null for a run. */
  analysisId: string | null
  kind: BatchKind
  trigger: BatchTrigger
  projectId: string | null
  seq: number
  /** Null for a run, and where all is asked at once. */
  stopWhen: StopWhen | null
  rounds: Rounds | null
  credits: z.output<typeof creditsDefinition>
  /** Null until the batch has ended, and where it was not requested. */
  summary: Summary | null
  /** When its latest re-extraction was published; null if there was none. */
  reextractedAt: Date | null
}

/** The columns that a record is made of. */
export type BatchRow = Pick<
  Batch,
  | Exclude<keyof BatchRecord, 'progress' | 'credits' | 'costUsd'>
  | 'total'
  | 'completed'
  | 'failed'
  | 'creditsReserved'
  | 'creditsCharged'
  | 'creditsRefunded'
> & {
  /** As PostgreSQL writes it, or an object of Prisma. */
  costUsd: string | Batch['costUsd']
}

/** The public part of a batch row. */
export function toBatchRecord(batch: BatchRow): BatchRecord {
  const { id, analysisId, kind, trigger, projectId, status, cancelled, brandName, seq } = batch
  const { reextractedAt, createdAt, startedAt, finishedAt } = batch
  return {
    id,
    analysisId,
    kind,
    trigger,
    projectId,
    status,
    cancelled,
    brandName,
    seq,
    progress: { total: batch.total, completed: batch.completed, failed: batch.failed },
    ...readRounds(batch),
    credits: {
      reserved: batch.creditsReserved,
      charged: batch.creditsCharged,
      refunded: batch.creditsRefunded,
    },
    costUsd: batch.costUsd === null ? null : Number(batch.costUsd),
    // Written when the batch ended, possibly by an older version.
    summary: batch.summary === null ? null : completeSummary(batch.summary as Summary),
    reextractedAt,
    createdAt,
    startedAt,
    finishedAt,
  }
}

/** The status of a batch as GraphQL shows it: `cancelled` for one that a request ended. */
export function shownStatus({ status, cancelled }: BatchRecord): ShownStatus {
  return cancelled && isFinal(status) ? 'cancelled' : status
}

/** SQL condition over a `batch b`: {@link shownStatus} is the value of a parameter such as `$5`. */
export function hasShownStatus(parameter: string): string {
  return `CASE WHEN b.cancelled AND b.finished_at IS NOT NULL THEN 'cancelled' ELSE b.status::text END = ${parameter}`
}
