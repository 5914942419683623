import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { authorize } from '../access/authorize.ts'
import { lockOwnProject, resolveProject } from '../access/project-access.ts'
import { ALERT_SEVERITIES } from '../alerts/definition.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { newId } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import type { WebhookDeps } from '../webhooks/dependencies.ts'
import { PROJECT_EVENTS } from '../webhooks/events.ts'
import { WEBHOOK_FORMATS } from '../webhooks/formats.ts'
import { organizationSecret } from '../webhooks/secret.ts'
import { checkWebhookUrl, storedWebhook, webhookFields } from '../webhooks/target.ts'
import { MAXIMUM_WEBHOOKS, type ProjectWebhookRecord } from './definition.ts'
import { toProjectWebhookRecord } from './read.ts'

const EVENTS = valuesOf(PROJECT_EVENTS)

/** Body of POST /webhooks. */
export const createWebhookBodySchema = z.strictObject({
  ...webhookFields,
  events: z
    .array(z.enum(EVENTS, `must be one of ${EVENTS.join(', ')}`), 'must be a list of events')
    .min(1, 'must contain at least one event')
    .max(EVENTS.length, 'must contain each event at most once')
    .optional()
    .describe('Events to send; defaults to all, and for a chat to alerts.'),
  format: enumSchema(WEBHOOK_FORMATS, 'Form of the messages.')
    .default('standard')
    .describe('Form of the messages.'),
  severity: enumSchema(ALERT_SEVERITIES, 'Least severity of the alerts that are sent.')
    .default('info')
    .describe('Least severity of the alerts that are sent.'),
})

const inputSchema = createWebhookBodySchema.extend({ projectId: z.string('must be a text').optional() })

/**
 * Creates a webhook that is called when a run of the project ends or raises alerts. Messages are signed with its secret,
 * or with the secret of the organization. Messages to a chat are not signed, and its URL is stored encrypted, because
 * whoever knows it can post. For project keys and admins, who must pass `projectId`.
 * @throws {AppError} BAD_REQUEST, also for a URL that is not public and beyond the maximum number; FORBIDDEN; NOT_FOUND
 */
export async function createWebhook({
  ctx,
  input,
}: {
  ctx: Ctx<WebhookDeps>
  input: z.input<typeof inputSchema>
}): Promise<ProjectWebhookRecord> {
  authorize(ctx, 'project-webhooks:manage')
  const { projectId: requestedId, format, severity, events, ...target } = parse(inputSchema, input)
  const isChat = format !== 'standard'
  if (isChat && target.secret !== undefined)
    throw badFields({ secret: `is not used by the format ${format}; remove it` })
  const id = resolveProject(ctx, requestedId)
  await checkWebhookUrl(ctx, target.url, { field: 'url' })
  const { webhookUrl: url, webhookSecret } = storedWebhook(ctx, target)
  return transaction(ctx, async ({ db }) => {
    const { id: projectId, organizationId } = await lockOwnProject(ctx, db, id)
    if ((await db.projectWebhook.count({ where: { projectId } })) >= MAXIMUM_WEBHOOKS)
      throw badFields({
        url: `would be webhook ${MAXIMUM_WEBHOOKS + 1}; a project can have ${MAXIMUM_WEBHOOKS}, delete one first`,
      })
    // Create the signing secret now, so that an admin can read it before the first call.
    if (webhookSecret === null && !isChat) await organizationSecret(ctx, db, organizationId)
    const data = {
      id: newId(),
      projectId,
      url: isChat ? new URL(url).origin : url,
      sealedUrl: isChat ? ctx.deps.secrets.seal(url) : null,
      webhookSecret,
      format,
      severity,
      events: [...new Set(events ?? (isChat ? (['alert.raised'] as const) : EVENTS))],
    }
    const webhook = toProjectWebhookRecord(await db.projectWebhook.create({ data }))
    await recordAudit(db, ctx, { organizationId, action: 'webhook.created', target: webhook.url })
    return webhook
  })
}
