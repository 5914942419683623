import { z } from 'zod'
import { projectWebhookDefinition } from '../../core/project-webhooks/definition.ts'

/** A webhook of a project. */
export const webhookSchema = projectWebhookDefinition.meta({ id: 'Webhook' })

/** Response of DELETE /webhooks/{webhookId}. */
export const deletedWebhookSchema = z
  .object({ id: projectWebhookDefinition.shape.id, deleted: z.literal(true) })
  .meta({ id: 'DeletedWebhook' })
