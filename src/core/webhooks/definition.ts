import { z } from 'zod'
import { type Enumeration, enumSchema } from '../../definitions/enumeration.ts'
import type { DeliveryStatus } from '../../generated/prisma/enums.ts'
import { WEBHOOK_EVENTS } from './events.ts'

/** The states of a delivery. */
export const DELIVERY_STATUSES = {
  pending: 'Waiting for its next attempt.',
  delivered: 'Delivered: answered with a 2xx status.',
  gone: 'Ended: the receiver answered with status 410.',
  failed: 'Failed: the last attempt failed.',
} as const satisfies Enumeration<DeliveryStatus>

/** One call of a webhook. */
export const attemptDefinition = z.object({
  number: z.int().positive().describe('The number of the attempt, 1-based.'),
  statusCode: z.int().nullable().describe('The HTTP status of the answer; null without an answer.'),
  error: z.string().nullable().describe('Why there was no answer.'),
  durationMs: z.int().nonnegative().describe('How long it took, in milliseconds.'),
  createdAt: z.date().describe('When it was created.'),
})

/** A message to a webhook, and its calls. */
export const deliveryDefinition = z.object({
  id: z.uuid().describe('Its id, which receivers see as `webhook-id`.'),
  type: enumSchema(WEBHOOK_EVENTS, 'The type of the event, as in its body.'),
  url: z.string().describe('Its address, without query and credentials.'),
  status: enumSchema(DELIVERY_STATUSES, 'Its state.'),
  nextAttemptAt: z.date().nullable().describe('When the next attempt is due; null when there will be none.'),
  createdAt: z.date().describe('When it was queued.'),
  payload: z.string().describe('The body of every attempt: a JSON text.'),
  attempts: z.array(attemptDefinition).describe('Its attempts so far, in their order.'),
})

/** A delivery, and the batch it tells of. */
export interface DeliveryRecord extends z.output<typeof deliveryDefinition> {
  batchId: string
}
