import type { BatchRecord } from '../core/batches/batch-record.ts'
import type { AcceptedForm, AnalysisForm, EndingForm } from './schemas/async-analysis.ts'

/** What is told when an analysis has been accepted. */
export function acceptedForm({ analysisId, credits, createdAt }: BatchRecord): AcceptedForm {
  return {
    // Only runs have none.
    analysisId: analysisId ?? '',
    status: 'queued',
    creditsReserved: credits.reserved,
    createdAt: createdAt.toISOString(),
  }
}

/** What is told of an analysis in any state. */
export function analysisForm(analysis: BatchRecord): AnalysisForm {
  return {
    analysisId: analysis.analysisId ?? '',
    status: analysis.status,
    progress: analysis.progress,
    brandName: analysis.brandName,
    createdAt: analysis.createdAt.toISOString(),
    startedAt: analysis.startedAt?.toISOString() ?? null,
    finishedAt: analysis.finishedAt?.toISOString() ?? null,
  }
}

/** What is told besides once it has ended, before its results. */
export function endingForm({ credits, summary }: BatchRecord): EndingForm {
  return { credits, summary }
}
