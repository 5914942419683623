import type { z } from 'zod'
import type { Batch } from '../../generated/prisma/client.ts'
import type { BatchKind, BatchTrigger } from '../../generated/prisma/enums.ts'
import { completeSummary } from '../../metrics/complete-summary.ts'
import type { Summary } from '../../metrics/definitions.ts'
import type { VisibleBatchId } from '../access/visible.ts'
import { isFinal, type ShownStatus } from '../foundation/batch-status.ts'
import type { batchDefinition, creditsDefinition } from './definition.ts'
import { type Persona, storedPersonas } from './personas.ts'
import { type Rounds, readRounds, type StopWhen } from './rounds-state.ts'

/** A run or an async analysis. */
export interface BatchRecord extends z.output<typeof batchDefinition> {
  id: VisibleBatchId
  /** Null for a run. */
  analysisId: string | null
  kind: BatchKind
  trigger: BatchTrigger
  projectId: string | null
  seq: number
  /** Null for a run and for an analysis without rounds. */
  stopWhen: StopWhen | null
  rounds: Rounds | null
  /** Empty for a run, and for an analysis without personas. */
  personas: Persona[]
  credits: z.output<typeof creditsDefinition>
  /** Null until the batch has ended, and if it was not requested. */
  summary: Summary | null
  /** When the latest re-extraction was published; null if there was none. */
  reextractedAt: Date | null
}

/**
 * Columns needed for a {@link BatchRecord}. Use it as the row type only of statements that select visible batches, such
 * as statements with `VISIBLE`.
 */
export type BatchRow = Pick<
  Batch,
  | Exclude<keyof BatchRecord, 'id' | 'progress' | 'credits' | 'costUsd'>
  | 'total'
  | 'completed'
  | 'failed'
  | 'creditsReserved'
  | 'creditsCharged'
  | 'creditsRefunded'
> & {
  id: VisibleBatchId
  /** A string from a raw query, or Prisma's Decimal. */
  costUsd: string | Batch['costUsd']
}

/** Returns the public fields of a batch row. */
export function toBatchRecord(batch: BatchRow): BatchRecord {
  const { id, analysisId, kind, trigger, projectId, status, cancelled, brandName, seq } = batch
  const { reextractedAt, createdAt, startedAt, finishedAt, rawDeletedAt, textsDeletedAt } = batch
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
    personas: storedPersonas(batch.personas),
    credits: {
      reserved: batch.creditsReserved,
      charged: batch.creditsCharged,
      refunded: batch.creditsRefunded,
    },
    costUsd: batch.costUsd === null ? null : Number(batch.costUsd),
    // The summary was written when the batch ended, possibly by an older version, so fill in missing fields.
    summary: batch.summary === null ? null : completeSummary(batch.summary as Summary),
    reextractedAt,
    createdAt,
    startedAt,
    finishedAt,
    rawDeletedAt,
    textsDeletedAt,
  }
}

/** Returns the status of a batch as GraphQL shows it: `cancelled` if a request ended it. */
export function shownStatus({ status, cancelled }: BatchRecord): ShownStatus {
  return cancelled && isFinal(status) ? 'cancelled' : status
}

/** Returns the SQL condition that {@link shownStatus} of a `batch b` equals a parameter such as `$5`. */
export function hasShownStatus(parameter: string): string {
  return `CASE WHEN b.cancelled AND b.finished_at IS NOT NULL THEN 'cancelled' ELSE b.status::text END = ${parameter}`
}
