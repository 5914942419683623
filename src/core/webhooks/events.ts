import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { summaryDefinition } from '../../metrics/definitions.ts'
import { alertDefinition } from '../alerts/definition.ts'
import { analysisDefinition, runDefinition } from '../batches/definition.ts'
import { FINAL_STATUSES } from '../foundation/batch-status.ts'

/** A kind of message to webhooks, and its events. */
export interface MessageDefinition {
  /** Name of the schema in OpenAPI. */
  id: string
  /** Short description of the message. */
  summary: string
  /** Event types of the message, each with a description of the event. */
  events: Enumeration
  /** Fields that the message contains. */
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
  runEnded: {
    id: 'RunEnded',
    summary: 'A run has ended',
    events: {
      'run.completed': FINAL_STATUSES.completed,
      'run.partially_completed': FINAL_STATUSES.partially_completed,
      'run.failed': FINAL_STATUSES.failed,
    },
    data: runDefinition.omit({ costUsd: true, createdAt: true }).extend({
      projectId: z.uuid().describe('Id of the project.'),
      status: enumSchema(FINAL_STATUSES, 'How the run ended.'),
      summary: summaryDefinition,
    }),
  },
  alertsRaised: {
    id: 'AlertsRaised',
    summary: 'Alerts of a project were raised',
    events: { 'alert.raised': 'A run or a check of the project raised alerts.' },
    data: z.object({
      projectId: z.uuid().describe('Id of the project.'),
      projectName: z
        .string()
        .describe('Name of the project.')
        .register(fieldMetadata, { example: 'Taskfern' }),
      runId: z.uuid().nullable().describe('Run that the alerts are about; null if there is none.'),
      alerts: z.array(alertDefinition.omit({ runId: true })).describe('The alerts, most urgent first.'),
    }),
  },
  test: {
    id: 'WebhookTest',
    summary: 'Somebody tests the webhook',
    events: { 'webhook.test': 'Somebody tests the webhook.' },
    data: z.object({
      projectId: z.uuid().describe('Id of the project.'),
      projectName: z
        .string()
        .describe('Name of the project.')
        .register(fieldMetadata, { example: 'Taskfern' }),
    }),
  },
} as const satisfies Record<string, MessageDefinition>

type Messages = typeof WEBHOOK_MESSAGES
/** Event type of a message. */
export type WebhookEvent = { [Name in keyof Messages]: keyof Messages[Name]['events'] }[keyof Messages]

/** Event types that webhooks of projects can receive. */
export const PROJECT_EVENTS = { ...WEBHOOK_MESSAGES.runEnded.events, ...WEBHOOK_MESSAGES.alertsRaised.events }
export type ProjectEventType = keyof typeof PROJECT_EVENTS

/** All event types with their descriptions. */
export const WEBHOOK_EVENTS: Enumeration<WebhookEvent> = Object.assign(
  {},
  ...Object.values(WEBHOOK_MESSAGES).map(({ events }) => events),
)

/**
 * Returns the fields that the message about an event contains; null for an event type that this version
 * does not know.
 */
export function dataOfEvent(type: string): z.ZodObject | null {
  const messages: MessageDefinition[] = Object.values(WEBHOOK_MESSAGES)
  return messages.find(({ events }) => type in events)?.data ?? null
}
