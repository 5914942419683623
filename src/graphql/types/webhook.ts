import { readAsyncAnalyses } from '../../core/async-analyses/read.ts'
import { notFound } from '../../core/foundation/errors.ts'
import { readRuns } from '../../core/runs/read.ts'
import {
  attemptDefinition,
  DELIVERY_STATUSES,
  type DeliveryRecord,
  deliveryDefinition,
} from '../../core/webhooks/definition.ts'
import { WEBHOOK_EVENTS } from '../../core/webhooks/events.ts'
import {
  countWebhookDeliveries,
  listWebhookDeliveries,
  readWebhookDeliveries,
} from '../../core/webhooks/read.ts'
import { redeliverWebhook } from '../../core/webhooks/redeliver.ts'
import { readWebhookSecret, rotateWebhookSecret } from '../../core/webhooks/secret.ts'
import { builder } from '../foundation/builder.ts'
import { type GraphqlContext, ofOrganization } from '../foundation/context.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { type PageArguments, readConnectionById } from '../foundation/page.ts'
import { Analysis } from './analysis.ts'
import { AsyncAnalysis } from './async-analysis.ts'
import { Organization } from './organization.ts'

const WebhookDeliveryStatus = enumType('WebhookDeliveryStatus', {
  description: 'State of a webhook delivery.',
  values: DELIVERY_STATUSES,
})

const WebhookEventType = enumType('WebhookEvent', {
  description: 'Events that are sent to webhooks.',
  values: WEBHOOK_EVENTS,
})

const ofAttempt = fieldsOf(attemptDefinition)
const WebhookAttempt = builder.objectRef<DeliveryRecord['attempts'][number]>('WebhookAttempt').implement({
  description: 'One attempt to deliver a webhook.',
  fields: (t) => ({
    number: t.exposeInt('number', ofAttempt('number')),
    statusCode: t.exposeInt('statusCode', ofAttempt('statusCode')),
    error: t.exposeString('error', ofAttempt('error')),
    durationMs: t.exposeInt('durationMs', ofAttempt('durationMs')),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...ofAttempt('createdAt') }),
  }),
})

const of = fieldsOf(deliveryDefinition)
export const WebhookDelivery = builder.objectRef<DeliveryRecord>('WebhookDelivery')

builder.node(WebhookDelivery, {
  description: 'A message to a webhook, and the attempts to deliver it.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    type: t.exposeString('type', of('type')),
    event: t.expose('type', {
      ...of('type'),
      type: WebhookEventType,
      description: 'The event `type` as an enum value.',
    }),
    url: t.expose('url', { type: 'URL', ...of('url') }),
    status: t.expose('status', { type: WebhookDeliveryStatus, ...of('status') }),
    nextAttemptAt: t.expose('nextAttemptAt', { type: 'DateTime', ...of('nextAttemptAt') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
    payload: t.exposeString('payload', of('payload')),
    analysis: t.field({
      type: Analysis,
      nullable: true,
      description:
        'The run or the async analysis that the message is about; null for alerts without a run and for tests.',
      resolve: async ({ batchId }, _, { load }) => {
        if (batchId === null) return null
        const analysis = (await load(readAsyncAnalyses, batchId)) ?? (await load(readRuns, batchId))
        if (!analysis) throw notFound('Analysis')
        return analysis
      },
    }),
    attempts: t.expose('attempts', { type: [WebhookAttempt], ...of('attempts') }),
  }),
})

registerNode(WebhookDelivery, ({ ctx }, ids) => readWebhookDeliveries({ ctx, input: { ids } }))

const WebhookDeliveryConnection = builder.connectionObject(
  { type: WebhookDelivery, name: 'WebhookDeliveryConnection', description: 'A page of webhooks.' },
  { name: 'WebhookDeliveryEdge', description: 'A webhook and its position in the list.' },
)

function deliveries(
  { load }: GraphqlContext,
  args: PageArguments,
  { id, of }: { id: string; of: 'batch' | 'organization' },
) {
  return readConnectionById(args, `webhook-deliveries:${id}`, {
    items: (page) => load(listWebhookDeliveries, id, { of, page }),
    countAll: () => load(countWebhookDeliveries, id, { of }),
  })
}

builder.objectField(Organization, 'webhookDeliveries', (t) =>
  t.connection(
    {
      type: WebhookDelivery,
      nullable: true,
      description: 'Webhook messages about all analyses that the caller may see, newest first.',
      resolve: ({ id }, args, context) => deliveries(context, args, { id, of: 'organization' }),
    },
    WebhookDeliveryConnection,
  ),
)

builder.objectField(AsyncAnalysis, 'webhookDeliveries', (t) =>
  t.connection(
    {
      type: WebhookDelivery,
      nullable: true,
      description:
        'Webhooks about the end of the analysis, newest first; empty until it has ended, and if it has no webhook URL.',
      resolve: ({ id }, args, context) => deliveries(context, args, { id, of: 'batch' }),
    },
    WebhookDeliveryConnection,
  ),
)

const secretOf = ofOrganization(({ ctx }) => readWebhookSecret({ ctx }))

builder.objectField(Organization, 'webhookSecret', (t) =>
  t.string({
    nullable: true,
    description:
      'Secret (`whsec_…`) that signs webhooks of analyses without a separate secret. Only for signed-in admins; FORBIDDEN for others.',
    resolve: async ({ id }, _, { load }) => (await load(secretOf, id)).secret,
  }),
)

const RotateWebhookSecretInput = builder.inputType('RotateWebhookSecretInput', {
  description: 'The organization that gets a new secret.',
  fields: (t) => ({
    organizationId: t.id({
      description: 'databaseId or global id of the organization; defaults to the organization of the caller.',
    }),
  }),
})

const RotateWebhookSecretPayload = builder
  .objectRef<{ secret: string }>('RotateWebhookSecretPayload')
  .implement({
    description: 'The new secret.',
    fields: (t) => ({ secret: t.exposeString('secret', { description: 'The new secret, `whsec_…`.' }) }),
  })

builder.mutationField('rotateWebhookSecret', (t) =>
  t.field({
    type: RotateWebhookSecretPayload,
    description:
      'Replaces the secret of the organization. All requests from now on are signed with the new secret. Only for signed-in admins.',
    args: {
      input: t.arg({ type: RotateWebhookSecretInput, required: true, description: 'The organization.' }),
    },
    resolve: (_, { input: { organizationId: id } }, { ctx }) =>
      rotateWebhookSecret({
        ctx,
        input: id == null ? {} : { organizationId: databaseIdOf(id, 'Organization') },
      }),
  }),
)

const RedeliverWebhookInput = builder.inputType('RedeliverWebhookInput', {
  description: 'The webhook to send again.',
  fields: (t) => ({
    webhookDeliveryId: t.id({ required: true, description: 'databaseId or global id of the webhook.' }),
  }),
})

const RedeliverWebhookPayload = builder.objectRef<DeliveryRecord>('RedeliverWebhookPayload').implement({
  description: 'The webhook to be sent again.',
  fields: (t) => ({
    webhookDelivery: t.field({
      type: WebhookDelivery,
      description: 'The webhook, waiting for its next attempt.',
      resolve: (delivery) => delivery,
    }),
  }),
})

builder.mutationField('redeliverWebhook', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: RedeliverWebhookPayload,
    description:
      'Sends a webhook again immediately, with the same id and regardless of its state. For keys that may see the analysis, and for signed-in admins.',
    args: {
      input: t.arg({
        type: RedeliverWebhookInput,
        required: true,
        description: 'The webhook to send again.',
      }),
    },
    resolve: (_, { input }, { ctx }) =>
      redeliverWebhook({
        ctx,
        input: { deliveryId: databaseIdOf(input.webhookDeliveryId, 'WebhookDelivery') },
      }),
  }),
)
