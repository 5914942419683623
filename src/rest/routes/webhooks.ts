import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { parse } from '../../core/foundation/parse.ts'
import { createWebhook, createWebhookBodySchema } from '../../core/project-webhooks/create.ts'
import { deleteWebhook } from '../../core/project-webhooks/delete.ts'
import { listWebhooks } from '../../core/project-webhooks/read.ts'
import { testWebhook } from '../../core/project-webhooks/test.ts'
import { deliveryDefinition } from '../../core/webhooks/definition.ts'
import { jsonBody } from '../foundation/body.ts'
import type { RestApp } from '../foundation/context.ts'
import { showDelivery, showWebhook } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { bodyOf } from '../openapi/request-body.ts'
import { failures, success } from '../openapi/responses.ts'
import { deletedWebhookSchema, webhookSchema } from '../schemas/webhook.ts'

const COMMON = { tags: ['Project webhooks'], security: takes('projectKey') }

const listRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/webhooks',
  operationId: 'listWebhooks',
  summary: 'List the webhooks of the project',
  description: 'Returns all webhooks, oldest first.',
  responses: {
    200: success('The webhooks.', z.object({ data: z.array(webhookSchema) })),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

const createWebhookRoute = createRoute({
  ...COMMON,
  method: 'post',
  path: '/v1/webhooks',
  operationId: 'createWebhook',
  summary: 'Create a webhook that is called when a run ends or raises alerts',
  description:
    'Each call is a message `runEnded` or `alertsRaised`. See the webhooks of this document for its body, its signature and the retries. Messages to a chat (`format`) have its form and no signature.',
  request: {
    body: bodyOf(createWebhookBodySchema.meta({ id: 'CreateWebhook' }), {
      url: 'https://hooks.example/runs',
      events: ['run.completed', 'run.partially_completed'],
    }),
  },
  responses: {
    201: success('The webhook.', z.object({ data: webhookSchema })),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'),
  },
})

const deleteRoute = createRoute({
  ...COMMON,
  method: 'delete',
  path: '/v1/webhooks/{webhookId}',
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'Pending messages are not sent.',
  request: { params: z.object({ webhookId: z.string() }) },
  responses: {
    200: success('The webhook was deleted.', z.object({ data: deletedWebhookSchema })),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'),
  },
})

const testRoute = createRoute({
  ...COMMON,
  method: 'post',
  path: '/v1/webhooks/{webhookId}/test',
  operationId: 'testWebhook',
  summary: 'Send a test message to a webhook',
  description: 'The attempts are in the delivery log of the organization.',
  request: { params: z.object({ webhookId: z.string() }) },
  responses: {
    200: success(
      'The message was queued.',
      z.object({ data: deliveryDefinition.meta({ id: 'WebhookDelivery' }) }),
    ),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'),
  },
})

export function addWebhookRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(listRoute)
  app.get(listRoute.getRoutingPath(), async (context) => {
    const webhooks = await listWebhooks({ ctx: context.get('ctx') })
    return context.json({ data: webhooks.map(showWebhook) })
  })

  app.openAPIRegistry.registerPath(createWebhookRoute)
  app.post(createWebhookRoute.getRoutingPath(), async (context) => {
    const input = parse(createWebhookBodySchema, await jsonBody(context, 'project-webhooks:manage'))
    const webhook = await createWebhook({ ctx: context.get('ctx'), input })
    return context.json({ data: showWebhook(webhook) }, 201)
  })

  app.openAPIRegistry.registerPath(testRoute)
  app.post(testRoute.getRoutingPath(), async (context) => {
    const webhookId = context.req.param('webhookId') ?? ''
    const delivery = await testWebhook({ ctx: context.get('ctx'), input: { webhookId } })
    return context.json({ data: showDelivery(delivery) })
  })

  app.openAPIRegistry.registerPath(deleteRoute)
  app.delete(deleteRoute.getRoutingPath(), async (context) => {
    const webhookId = context.req.param('webhookId') ?? ''
    const id = await deleteWebhook({ ctx: context.get('ctx'), input: { webhookId } })
    return context.json({ data: { id, deleted: true } })
  })
}
