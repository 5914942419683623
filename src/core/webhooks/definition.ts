import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import type { DeliveryStatus } from '../../generated/prisma/enums.ts'
import { WEBHOOK_EVENTS } from './events.ts'

/** Statuses of a delivery. */
export const DELIVERY_STATUSES = {
  pending: 'Waiting for the next attempt.',
  delivered: 'Delivered: the receiver responded with a 2xx status.',
  gone: 'Ended: the receiver responded with status 410.',
  failed: 'Failed: the last attempt failed.',
} as const satisfies Enumeration<DeliveryStatus>

/** One attempt to deliver a message to a webhook. */
export const attemptDefinition = z.object({
  number: z.int().positive().describe('Number of the attempt, starting at 1.'),
  statusCode: z.int().nullable().describe('HTTP status of the response; null without a response.'),
  error: z.string().nullable().describe('Why there was no response.'),
  durationMs: z.int().nonnegative().describe('Duration in milliseconds.'),
  createdAt: z.date().describe('When the attempt was made.'),
})

/** A message to a webhook, and its attempts. */
export const deliveryDefinition = z.object({
  id: z.uuid().describe('ID of the delivery. Receivers get it in the `webhook-id` header.'),
  type: enumSchema(WEBHOOK_EVENTS, 'Type of the event, as in the body.'),
  url: z.string().describe('URL of the webhook, without query and credentials.'),
  status: enumSchema(DELIVERY_STATUSES, 'Status of the delivery.'),
  nextAttemptAt: z.date().nullable().describe('When the next attempt is due; null if there will be none.'),
  createdAt: z.date().describe('When the delivery was queued.'),
  payload: z.string().describe('Body of every attempt, as JSON text.'),
  attempts: z.array(attemptDefinition).describe('Attempts so far, in chronological order.'),
})

/** A delivery with the id of the batch it is about; null for alerts without a run and for tests. */
export interface DeliveryRecord extends z.output<typeof deliveryDefinition> {
  batchId: string | null
}
