import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import type { Reextraction } from '../../generated/prisma/client.ts'
import type { ReextractionStatus } from '../../generated/prisma/enums.ts'
import { completeSummary } from '../../metrics/complete-summary.ts'
import type { Summary } from '../../metrics/definitions.ts'
import { CHANGES_UNKNOWN, type ExtractionChanges } from './changes.ts'

/** Statuses of a re-extraction. */
export const REEXTRACTION_STATUSES = {
  queued: 'Queued.',
  running: 'In progress; the run still shows its previous observations.',
  completed: 'Completed; the run shows the new observations.',
  cancelled: 'Cancelled; the run keeps its previous observations.',
  failed: 'Failed; the run keeps its previous observations.',
} as const satisfies Enumeration<ReextractionStatus>

/** A re-extraction of a run, as all interfaces show it. */
export interface ReextractionRecord {
  id: string
  runId: string
  /** Increases with every change. */
  seq: number
  status: ReextractionStatus
  progress: { total: number; completed: number }
  /** Version of the extraction rules that were used; null until the re-extraction is completed. */
  extractionVersion: number | null
  /** Version of the extraction rules of the previous extraction; null until the re-extraction is completed. */
  previousExtractionVersion: number | null
  /** How many answers changed, and how; null until the re-extraction is completed. */
  changes: ExtractionChanges | null
  /** Summary of the run before and after the re-extraction; null until the re-extraction is completed. */
  before: Summary | null
  after: Summary | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

/** Returns the public fields of a row. */
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
    // The JSON columns are written by `publishExtraction`.
    changes:
      row.changes === null ? null : { ...CHANGES_UNKNOWN, ...(row.changes as unknown as ExtractionChanges) },
    before: storedSummary(row.summaryBefore),
    after: storedSummary(row.summaryAfter),
    createdAt,
    startedAt,
    finishedAt,
  }
}

/** Returns a stored summary, completed with defaults if an older version of `publishExtraction` wrote it. */
function storedSummary(stored: Reextraction['summaryBefore']): Summary | null {
  return stored === null ? null : completeSummary(stored as Summary)
}
