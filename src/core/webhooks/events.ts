import type { z } from 'zod'
import { type Enumeration, enumSchema } from '../../definitions/enumeration.ts'
import { summaryDefinition } from '../../metrics/definitions.ts'
import { FINAL_STATUSES } from '../batch-status.ts'
import { analysisDefinition } from '../batches/definition.ts'

/** A message to the webhook of an async analysis, and the events that it may tell. */
export interface MessageDefinition {
  /** The name of its form in OpenAPI. */
  id: string
  /** What it says. */
  summary: string
  /** Its types, each with the moment of the event. */
  events: Enumeration
  /** What it tells of the analysis: some of its fields. */
  data: z.ZodObject
}

/** All messages, by their names in OpenAPI. GraphQL, OpenAPI and the payload come from here; `queueWebhook` sends one. */
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
        status: enumSchema(FINAL_STATUSES, 'How it ended.'),
        summary: summaryDefinition,
      }),
  },
} as const satisfies Record<string, MessageDefinition>

type Messages = typeof WEBHOOK_MESSAGES
/** The type of a message. */
export type WebhookEvent = { [Name in keyof Messages]: keyof Messages[Name]['events'] }[keyof Messages]

/** All events with their moments. */
export const WEBHOOK_EVENTS: Enumeration<WebhookEvent> = Object.assign(
  {},
  ...Object.values(WEBHOOK_MESSAGES).map(({ events }) => events),
)

/** The fields of an analysis that the message about an event tells; null for an event that this version does not know. */
export function dataOfEvent(type: string): z.ZodObject | null {
  const messages: MessageDefinition[] = Object.values(WEBHOOK_MESSAGES)
  return messages.find(({ events }) => type in events)?.data ?? null
}
