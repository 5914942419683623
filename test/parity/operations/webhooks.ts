import { newId } from '../../../src/core/foundation/ids.ts'
import type { Operation } from '../operation.ts'
import type { Tenant } from '../tenant.ts'
import { mutation, query, rest, WITHIN_PROJECT, wrong } from './entry-parts.ts'

async function addWebhook({ world, objects }: Tenant): Promise<void> {
  const { projectId } = objects
  const row = { id: newId(), projectId, url: 'https://example.com/', events: ['run.failed'] }
  objects.webhookId = (await world.operator.db.prisma.projectWebhook.create({ data: row })).id
}

/** Operations on the webhooks of a project. */
export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  {
    ...WITHIN_PROJECT,
    name: 'list the webhooks',
    rest: rest('GET /v1/webhooks', 'listWebhooks'),
    graphql: query(['listWebhooksOfProjects'], ['viewer', 'project', 'webhooks']),
    otherTenant: "the webhooks belong to the key's project",
    badInput: 'it takes no input',
  },
  {
    ...WITHIN_PROJECT,
    name: 'create a webhook',
    scope: 'write',
    input: () => ({ url: 'https://1.1.1.1/hook?token=secret', events: ['run.failed'] }),
    rest: rest('POST /v1/webhooks', 'createWebhook'),
    graphql: mutation('createWebhook', 'createWebhook', ['webhook']),
    otherTenant: "the webhook belongs to the key's project",
    badInput: [
      wrong('no URL', { url: undefined }, ['url']),
      wrong('a URL without https', { url: 'http://example.com/' }, ['url']),
      wrong('a loopback address', { url: 'https://127.0.0.1/' }, ['url']),
      wrong('an invalid secret', { secret: 'x' }, ['secret']),
      wrong('no event', { events: [] }, ['events']),
      wrong('an unknown event', { events: ['run.failed', 'run.paused'] }, ['events.1']),
    ],
    overLimit: [
      {
        name: 'more webhooks than a project can have',
        code: 'BAD_REQUEST',
        fields: ['url'],
        async arrange({ world, objects: { projectId } }) {
          await world.operator.db.prisma.projectWebhook.createMany({
            data: Array.from({ length: 10 }, () => ({
              id: newId(),
              projectId,
              url: 'https://example.com/',
              events: ['run.completed'],
            })),
          })
        },
      },
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'test a webhook',
    scope: 'write',
    arrange: addWebhook,
    input: ({ webhookId = '' }) => ({ webhookId }),
    rest: rest('POST /v1/webhooks/{webhookId}/test', 'testWebhook'),
    graphql: mutation('testWebhook', 'testWebhook', ['delivery'], {
      more: { analysis: 'a test is about no analysis', event: '`type` as an enum value' },
    }),
    otherTenant: ({ webhookId = '' }) => ({ webhookId }),
    badInput: 'its input is an id',
  },
  {
    ...WITHIN_PROJECT,
    name: 'delete a webhook',
    scope: 'write',
    arrange: addWebhook,
    input: ({ webhookId = '' }) => ({ webhookId }),
    rest: rest('DELETE /v1/webhooks/{webhookId}', 'deleteWebhook'),
    graphql: mutation('deleteWebhook', 'deleteWebhook', [], { places: { id: 'deletedWebhookId' } }),
    otherTenant: ({ webhookId = '' }) => ({ webhookId }),
    badInput: 'its input is an id',
  },
]
