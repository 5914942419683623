import type { ResultRecord } from '../core/results/read.ts'
import type { ResultForm } from './schemas/result.ts'

/** A result as REST shows it. `answer` and `raw` are left out unless included; everything else is there or null. */
export function resultForm(
  record: ResultRecord,
  { runId, include }: { runId: string | null; include: { answer: boolean; raw: boolean } },
): ResultForm {
  return {
    id: record.id,
    runId,
    promptId: record.promptId,
    prompt: record.prompt,
    provider: record.provider,
    location: record.location,
    replicate: record.replicate,
    status: record.status,
    simulated: record.simulated,
    surface: record.surface,
    locationApplied: record.locationApplied,
    model: { requested: record.modelRequested, reported: record.modelReported },
    error: record.error,
    answeredAt: record.answeredAt?.toISOString() ?? null,
    brand: record.brand,
    sentiment: record.sentiment && { ...record.sentiment, evidence: record.sentiment.evidence ?? null },
    competitors: record.competitors,
    citations: record.citations?.map((source) => ({ ...source, spans: source.spans ?? null })) ?? null,
    recommendation: record.recommendation,
    judge: record.judge,
    extractionVersion: record.extractionVersion,
    ...(include.answer && { answer: record.answer }),
    ...(include.raw && { raw: record.raw ?? null }),
  }
}
