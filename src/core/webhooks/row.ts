import type { WebhookAttempt, WebhookDelivery } from '../../generated/prisma/client.ts'
import type { DeliveryRecord } from './definition.ts'
import type { WebhookEvent } from './events.ts'
import { bodyOf, type WebhookPayload } from './payload.ts'

/** The public part of a delivery and its attempts. */
export function toDeliveryRecord(delivery: WebhookDelivery & { attempts: WebhookAttempt[] }): DeliveryRecord {
  const { id, batchId, type, url, status, nextAttemptAt, createdAt, payload, attempts } = delivery
  return {
    id,
    batchId,
    // Written by queueWebhook.
    type: type as WebhookEvent,
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

/** The origin and path only: the query may contain tokens of the receiver, and everyone who may read the analysis sees this. */
function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
