import type { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { summaryDefinition } from '../../metrics/definitions.ts'
import { analysisDefinition } from '../batches/definition.ts'
import { FINAL_STATUSES } from '../foundation/batch-status.ts'

/** A kind of message to webhooks of async analyses, and its events. */
export interface MessageDefinition {
  /** Name of the schema in OpenAPI. */
  id: string
  /** Short description of the message. */
  summary: string
  /** Event types of the message, each with a description of the event. */
  events: Enumeration
  /** Fields of the analysis that the message contains. */
  data: z.ZodObject
}

/**
 * All messages, by their names in OpenAPI. The definitions for GraphQL and OpenAPI and the payload are derived from
 * them. `queueWebhook` sends a message.
 */
export const WEBHOOK_MESSAGES = {
  asyncAnalysisEnded: {
    id: 'AnalysisEnded',
    summary: 'An async analysis has ended',
    events: {
      'async_analysis.completed': FINAL_STATUSES.completed,
      'async_analysis.partially_completed': FINAL_STATUSES.partially_completed,
      'async_analysis.failed': FINAL_STATUSES.failed,
    },
    data: analysisDefinition
      .pick({
        analysisId: true,
        status: true,
        cancelled: true,
        progress: true,
        credits: true,
        summary: true,
      })
      .extend({
        status: enumSchema(FINAL_STATUSES, 'How the analysis ended.'),
        summary: summaryDefinition,
      }),
  },
} as const satisfies Record<string, MessageDefinition>

type Messages = typeof WEBHOOK_MESSAGES
/** Event type of a message. */
export type WebhookEvent = { [Name in keyof Messages]: keyof Messages[Name]['events'] }[keyof Messages]

/** All event types with their descriptions. */
export const WEBHOOK_EVENTS: Enumeration<WebhookEvent> = Object.assign(
  {},
  ...Object.values(WEBHOOK_MESSAGES).map(({ events }) => events),
)

/**
 * Returns the fields of an analysis that the message about an event contains; null for an event type that this version
 * does not know.
 */
export function dataOfEvent(type: string): z.ZodObject | null {
  const messages: MessageDefinition[] = Object.values(WEBHOOK_MESSAGES)
  return messages.find(({ events }) => type in events)?.data ?? null
}
