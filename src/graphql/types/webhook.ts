import { readAsyncAnalyses } from '../../core/async-analyses/read.ts'
import { notFound } from '../../core/errors.ts'
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
import { builder } from '../builder.ts'
import { type GraphqlContext, ofOrganization } from '../context.ts'
import { enumType, fieldsOf } from '../define.ts'
import { databaseIdOf } from '../global-id.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, type PageArguments, parsePage } from '../page.ts'
import { AsyncAnalysis } from './async-analysis.ts'
import { Organization } from './organization.ts'

const WebhookDeliveryStatus = enumType('WebhookDeliveryStatus', {
  description: 'State of a webhook.',
  values: DELIVERY_STATUSES,
})

const WebhookEventType = enumType('WebhookEvent', {
  description: 'The events of an async analysis that are sent to its webhook.',
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
/** The delivery of a webhook. */
const WebhookDelivery = builder.objectRef<DeliveryRecord>('WebhookDelivery')

builder.node(WebhookDelivery, {
  description: 'A webhook: the message that an async analysis has ended, and the attempts to deliver it.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    type: t.exposeString('type', of('type')),
    event: t.expose('type', {
      ...of('type'),
      type: WebhookEventType,
      description: 'The event: its `type` as a value of an enumeration.',
    }),
    url: t.expose('url', { type: 'URL', ...of('url') }),
    status: t.expose('status', { type: WebhookDeliveryStatus, ...of('status') }),
    nextAttemptAt: t.expose('nextAttemptAt', { type: 'DateTime', ...of('nextAttemptAt') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
    payload: t.exposeString('payload', of('payload')),
    analysis: t.field({
      type: AsyncAnalysis,
      description: 'The analysis it is about.',
      resolve: async ({ batchId }, _, { load }) => {
        const analysis = await load(readAsyncAnalyses, batchId)
        if (!analysis) throw notFound('Async analysis')
        return analysis
      },
    }),
    attempts: t.expose('attempts', { type: [WebhookAttempt], ...of('attempts') }),
  }),
})

registerNode(WebhookDelivery, ({ ctx }, ids) => readWebhookDeliveries({ ctx, input: { ids } }))

const WebhookDeliveryConnection = builder.connectionObject(
  { type: WebhookDelivery, name: 'WebhookDeliveryConnection', description: 'A page of webhooks.' },
  { name: 'WebhookDeliveryEdge', description: 'A webhook at its place in the list.' },
)

async function deliveries(
  { load }: GraphqlContext,
  args: PageArguments,
  { id, of }: { id: string; of: 'batch' | 'organization' },
) {
  const listId = `webhook-deliveries:${id}`
  const page = parsePage(args, { listId })
  return connectionOf({
    items: await load(listWebhookDeliveries, id, { of, page }),
    page,
    listId,
    keyOf: (delivery) => delivery.id,
    countAll: () => load(countWebhookDeliveries, id, { of }),
  })
}

builder.objectField(Organization, 'webhookDeliveries', (t) =>
  t.connection(
    {
      type: WebhookDelivery,
      nullable: true,
      description: 'The webhooks of the async analyses that the caller may see, newest first.',
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
        'The webhooks about its end, newest first; empty until it has ended, and without a webhook address.',
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
      'Signs webhooks without a secret of their own: `whsec_…`. For signed-in admins; FORBIDDEN for others.',
    resolve: async ({ id }, _, { load }) => (await load(secretOf, id)).secret,
  }),
)

const RotateWebhookSecretInput = builder.inputType('RotateWebhookSecretInput', {
  description: 'The organization whose secret is replaced.',
  fields: (t) => ({
    organizationId: t.id({
      description: 'The organization, by databaseId or global id; by default that of the caller.',
    }),
  }),
})

const RotateWebhookSecretPayload = builder
  .objectRef<{ secret: string }>('RotateWebhookSecretPayload')
  .implement({
    description: 'The replaced secret.',
    fields: (t) => ({ secret: t.exposeString('secret', { description: 'The new secret, `whsec_…`.' }) }),
  })

builder.mutationField('rotateWebhookSecret', (t) =>
  t.field({
    type: RotateWebhookSecretPayload,
    description:
      'Replaces the secret of the organization; all calls from now on are signed with the new one. For signed-in admins.',
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
    webhookDeliveryId: t.id({ required: true, description: 'Its databaseId, or its global id.' }),
  }),
})

const RedeliverWebhookPayload = builder.objectRef<DeliveryRecord>('RedeliverWebhookPayload').implement({
  description: 'The webhook that is sent again.',
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
    type: RedeliverWebhookPayload,
    description:
      'Sends a webhook again, at once and whatever its state, under the same id. For keys that may see the analysis, and signed-in admins.',
    args: { input: t.arg({ type: RedeliverWebhookInput, required: true, description: 'Which one.' }) },
    resolve: (_, { input }, { ctx }) =>
      redeliverWebhook({
        ctx,
        input: { deliveryId: databaseIdOf(input.webhookDeliveryId, 'WebhookDelivery') },
      }),
  }),
)
