import type { Enumeration } from '../../definitions/enumeration.ts'
import type { Reextraction } from '../../generated/prisma/client.ts'
import type { ReextractionStatus } from '../../generated/prisma/enums.ts'
import { completeSummary } from '../../metrics/complete-summary.ts'
import type { Summary } from '../../metrics/definitions.ts'
import { CHANGES_UNKNOWN, type ExtractionChanges } from './changes.ts'

/** The states of a re-extraction. */
export const REEXTRACTION_STATUSES = {
  queued: 'Queued.',
  running: 'Answers are being read; the run shows its previous observations.',
  completed: 'Completed; the run shows the new observations.',
  cancelled: 'Cancelled; the run keeps its previous observations.',
  failed: 'Failed; the run keeps its previous observations.',
} as const satisfies Enumeration<ReextractionStatus>

/** A re-extraction of a run, as all transports show it. */
export interface ReextractionRecord {
  id: string
  runId: string
  /** Grows with every change. */
  seq: number
  status: ReextractionStatus
  progress: { total: number; completed: number }
  /** Version of the extraction rules it used; null until it is completed. */
  extractionVersion: number | null
  /** Version of the rules of the extraction before it; null until it is completed. */
  previousExtractionVersion: number | null
  /** How many answers differ from the extraction before it, and in what; null until it is completed. */
  changes: ExtractionChanges | null
  /** The summaries of the run before and after it; null until it is completed. */
  before: Summary | null
  after: Summary | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

/** The public part of a row. */
export function toReextractionRecord(
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
    // All written by `publishExtraction`.
    changes:
      row.changes === null ? null : { ...CHANGES_UNKNOWN, ...(row.changes as unknown as ExtractionChanges) },
    before: storedSummary(row.summaryBefore),
    after: storedSummary(row.summaryAfter),
    createdAt,
    startedAt,
    finishedAt,
  }
}

/** Written by `publishExtraction`, possibly by an older version. */
function storedSummary(stored: Reextraction['summaryBefore']): Summary | null {
  return stored === null ? null : completeSummary(stored as Summary)
}
