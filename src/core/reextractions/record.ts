import type { Reextraction } from '../../generated/prisma/client.ts'
import type { ReextractionStatus } from '../../generated/prisma/enums.ts'
import { completeSummary } from '../../metrics/complete-summary.ts'
import type { Summary } from '../../metrics/summarize.ts'
import type { ReadingChanges } from './changes.ts'

/** A run's answers being read again, as every surface shows it. */
export interface ReextractionRecord {
  id: string
  runId: string
  /** Grows with every change. */
  seq: number
  status: ReextractionStatus
  progress: { total: number; completed: number }
  /** Version of the rules it read with; null until it is completed. */
  extractionVersion: number | null
  /** Version of the rules that the reading before it was made with; null until it is completed. */
  previousExtractionVersion: number | null
  /** How many answers are told otherwise than before, and in what; null until it is completed. */
  changes: ReadingChanges | null
  /** What the answers said before it, and what they said after; null until it is completed. */
  before: Summary | null
  after: Summary | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

/** The public part of a row. */
export function reextractionOf(
  row: Omit<Reextraction, 'snapshot' | 'changedAt' | 'keepsResults'>,
): ReextractionRecord {
  const { id, batchId, seq, status, total, completed, extractionVersion, previousVersion } = row
  const { createdAt, startedAt, finishedAt } = row
  return {
    id,
    runId: batchId,
    seq,
    status,
    progress: { total, completed },
    extractionVersion,
    previousExtractionVersion: previousVersion,
    // All written by `swapReading`.
    changes: row.changes as ReadingChanges | null,
    before: storedSummary(row.summaryBefore),
    after: storedSummary(row.summaryAfter),
    createdAt,
    startedAt,
    finishedAt,
  }
}

/** Written by `swapReading`, in the same version or an older one. */
function storedSummary(stored: Reextraction['summaryBefore']): Summary | null {
  return stored === null ? null : completeSummary(stored as Summary)
}
