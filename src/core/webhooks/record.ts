import type { WebhookAttempt, WebhookDelivery } from '../../generated/prisma/client.ts'
import type { DeliveryStatus } from '../../generated/prisma/enums.ts'
import { bodyOf, type WebhookPayload } from './payload.ts'

/** One call that was made. */
export interface AttemptRecord {
  /** Which of the calls it was, 1-based. */
  number: number
  /** Null when there was no answer; `error` says why. */
  statusCode: number | null
  error: string | null
  durationMs: number
  createdAt: Date
}

/** A webhook on its way, or after it. */
export interface DeliveryRecord {
  id: string
  batchId: string
  type: string
  /** Without what a receiver may have hidden in it: see {@link shownUrl}. */
  url: string
  status: DeliveryStatus
  nextAttemptAt: Date | null
  createdAt: Date
  /** The body of every call. */
  payload: string
  attempts: AttemptRecord[]
}

/** A delivery and its attempts as its owner sees them. */
export function recordOf(delivery: WebhookDelivery & { attempts: WebhookAttempt[] }): DeliveryRecord {
  const { id, batchId, type, url, status, nextAttemptAt, createdAt, payload, attempts } = delivery
  return {
    id,
    batchId,
    type,
    url: shownUrl(url),
    status,
    nextAttemptAt,
    createdAt,
    // Written by queueWebhook.
    payload: bodyOf(payload as WebhookPayload),
    attempts: attempts.map(({ number, statusCode, error, durationMs, createdAt }) => ({
      number,
      statusCode,
      error,
      durationMs,
      createdAt,
    })),
  }
}

/** Origin and path: receivers put tokens into the query, and everybody who may see the analysis sees this. */
function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
