import type { Summary } from '../../metrics/summarize.ts'
import type { BatchRecord } from '../batches/batch-record.ts'

/** What a webhook says (contract §5). A type and not an interface: only that is JSON to Prisma. */
export type WebhookPayload = {
  /** `async_analysis.` and the final status. */
  type: string
  /** When the analysis ended, ISO 8601. */
  timestamp: string
  data: {
    analysisId: string
    status: string
    progress: BatchRecord['progress']
    credits: BatchRecord['credits']
    summary: Summary | null
  }
}

/** The webhook of an async analysis that has ended. */
export function payloadOf(analysis: BatchRecord): WebhookPayload {
  const { analysisId, status, progress, credits, summary, finishedAt, createdAt } = analysis
  return {
    type: `async_analysis.${status}`,
    timestamp: (finishedAt ?? createdAt).toISOString(),
    data: { analysisId: analysisId ?? '', status, progress, credits, summary },
  }
}

/** The bytes that are signed and sent: the same for every attempt. PostgreSQL keeps no order of keys, so it is made here. */
export function bodyOf({ type, timestamp, data }: WebhookPayload): string {
  const { analysisId, status, progress, credits, summary } = data
  return JSON.stringify({ type, timestamp, data: { analysisId, status, progress, credits, summary } })
}
