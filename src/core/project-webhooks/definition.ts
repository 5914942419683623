import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { ALERT_SEVERITIES } from '../alerts/definition.ts'
import { PROJECT_EVENTS } from '../webhooks/events.ts'
import { WEBHOOK_FORMATS } from '../webhooks/formats.ts'

/** Maximum number of webhooks of a project. */
export const MAXIMUM_WEBHOOKS = 10

/** A URL that is called when a run of a project ends, or raises alerts. */
export const projectWebhookDefinition = z.object({
  id: z.uuid().describe('Id of the webhook.'),
  url: z
    .string()
    .describe(
      'URL without query and credentials, which may contain tokens of the receiver; only the origin for a chat.',
    )
    .register(fieldMetadata, { example: 'https://hooks.example/runs' }),
  format: enumSchema(WEBHOOK_FORMATS, 'Form of the messages.'),
  severity: enumSchema(ALERT_SEVERITIES, 'Least severity of the alerts that are sent.'),
  events: z.array(enumSchema(PROJECT_EVENTS, 'Type of an event.')).describe('Events that are sent.'),
  active: z
    .boolean()
    .describe('False once the receiver has answered 410; nothing is sent any more.')
    .register(fieldMetadata, { example: true }),
  createdAt: z.date().describe('When the webhook was created.'),
})

/** A webhook with its project. */
export interface ProjectWebhookRecord extends z.output<typeof projectWebhookDefinition> {
  projectId: string
}
