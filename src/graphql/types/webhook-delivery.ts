import { readAsyncAnalyses } from '../../core/async-analyses/read.ts'
import { notFound } from '../../core/errors.ts'
import {
  countWebhookDeliveries,
  type DeliveryFilter,
  listWebhookDeliveries,
} from '../../core/webhooks/list.ts'
import { readWebhookDeliveries } from '../../core/webhooks/read.ts'
import type { AttemptRecord, DeliveryRecord } from '../../core/webhooks/record.ts'
import { builder } from '../builder.ts'
import type { GraphqlContext } from '../context.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, type PageArguments, parsePage } from '../page.ts'
import { AsyncAnalysis } from './async-analysis.ts'
import { Organization } from './organization.ts'

const WebhookDeliveryStatus = builder.enumType('WebhookDeliveryStatus', {
  description: 'How far a webhook is.',
  values: {
    PENDING: { value: 'pending', description: 'Waiting for its next attempt.' },
    DELIVERED: { value: 'delivered', description: 'Accepted with a 2xx.' },
    GONE: { value: 'gone', description: 'Ended by a 410: its receiver wants no more.' },
    FAILED: { value: 'failed', description: 'Given up after the last attempt.' },
  } as const satisfies Record<string, { value: DeliveryRecord['status']; description: string }>,
})

const WebhookAttempt = builder.objectRef<AttemptRecord>('WebhookAttempt').implement({
  description: 'One call of a webhook.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Which of its calls it was, 1-based.' }),
    statusCode: t.exposeInt('statusCode', {
      nullable: true,
      description: 'The HTTP status it was answered with; null without an answer.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why there was no answer.' }),
    durationMs: t.exposeInt('durationMs', { description: 'How long it took, in milliseconds.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
})

/** A webhook on its way, or after it. */
export const WebhookDelivery = builder.objectRef<DeliveryRecord>('WebhookDelivery')

builder.node(WebhookDelivery, {
  description: 'A webhook: the message that tells of the end of an async analysis, and its attempts.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its id, which receivers see as `webhook-id`.' }),
    type: t.exposeString('type', { description: 'What it tells: `async_analysis.` and the final status.' }),
    url: t.expose('url', { type: 'URL', description: 'Where it goes, without the query.' }),
    status: t.expose('status', { type: WebhookDeliveryStatus, description: 'How far it is.' }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried next; null when it is over.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was queued.' }),
    payload: t.exposeString('payload', { description: 'The body of every call: a JSON text.' }),
    analysis: t.field({
      type: AsyncAnalysis,
      description: 'The analysis it tells of.',
      resolve: async ({ batchId }, _, { load }) => {
        const analysis = await load(readAsyncAnalyses, batchId)
        if (!analysis) throw notFound('Async analysis')
        return analysis
      },
    }),
    attempts: t.expose('attempts', {
      type: [WebhookAttempt],
      description: 'Its calls by now, in their order.',
    }),
  }),
})

registerNode(WebhookDelivery, ({ ctx }, ids) => readWebhookDeliveries({ ctx, input: { ids } }))

const WebhookDeliveryConnection = builder.connectionObject(
  { type: WebhookDelivery, name: 'WebhookDeliveryConnection', description: 'A page of webhooks.' },
  { name: 'WebhookDeliveryEdge', description: 'A webhook at its place in the list.' },
)

async function deliveries(
  { ctx }: GraphqlContext,
  args: PageArguments,
  { ownerId, filter }: { ownerId: string; filter: DeliveryFilter },
) {
  const listId = `webhook-deliveries:${ownerId}`
  const page = parsePage(args, { listId })
  return connectionOf({
    items: await listWebhookDeliveries({ ctx, input: { ...filter, page } }),
    page,
    listId,
    keyOf: ({ id }) => id,
    countAll: () => countWebhookDeliveries({ ctx, input: filter }),
  })
}

builder.objectField(Organization, 'webhookDeliveries', (t) =>
  t.connection(
    {
      type: WebhookDelivery,
      description: 'The webhooks of the async analyses that the caller may see, newest first.',
      resolve: ({ id }, args, context) => deliveries(context, args, { ownerId: id, filter: {} }),
    },
    WebhookDeliveryConnection,
  ),
)

builder.objectField(AsyncAnalysis, 'webhookDeliveries', (t) =>
  t.connection(
    {
      type: WebhookDelivery,
      description:
        'The webhooks that tell of its end, newest first; none before, and none without a webhook.',
      resolve: ({ id }, args, context) => deliveries(context, args, { ownerId: id, filter: { batchId: id } }),
    },
    WebhookDeliveryConnection,
  ),
)
