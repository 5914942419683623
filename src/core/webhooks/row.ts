import type { WebhookAttempt, WebhookDelivery } from '../../generated/prisma/client.ts'
import type { DeliveryRecord } from './definition.ts'
import type { WebhookEvent } from './events.ts'
import { bodyOf, type WebhookPayload } from './payload.ts'

/** Returns the public fields of a delivery and its attempts. */
export function toDeliveryRecord(delivery: WebhookDelivery & { attempts: WebhookAttempt[] }): DeliveryRecord {
  const { id, batchId, type, url, status, nextAttemptAt, createdAt, payload, attempts } = delivery
  return {
    id,
    batchId,
    // `type` and `payload` were stored by `queueMessages`.
    type: type as WebhookEvent,
    url: shownUrl(url),
    status,
    nextAttemptAt,
    createdAt,
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

/**
 * Returns the origin and path of a URL. The query is left out because it may contain tokens of the receiver, and
 * everyone who may read the analysis sees the URL.
 */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
