import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { parse } from '../../core/foundation/parse.ts'
import { createShareLink, createShareLinkBodySchema } from '../../core/share-links/create.ts'
import { createdShareLinkDefinition, shareLinkDefinition } from '../../core/share-links/definition.ts'
import { listShareLinks } from '../../core/share-links/read.ts'
import { revokeShareLink } from '../../core/share-links/revoke.ts'
import { jsonBody } from '../foundation/body.ts'
import type { RestApp } from '../foundation/context.ts'
import { showShareLink } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { bodyOf } from '../openapi/request-body.ts'
import { failures, success } from '../openapi/responses.ts'

const COMMON = { tags: ['Reports'], security: takes('projectKey') }

const shareLinkSchema = shareLinkDefinition.meta({ id: 'ShareLink' })

const listRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/share-links',
  operationId: 'listShareLinks',
  summary: 'List the links to reports of the project',
  description: 'Returns the latest 100 links, newest first.',
  responses: {
    200: success('The links.', z.object({ data: z.array(shareLinkSchema) })),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

const createShareLinkRoute = createRoute({
  ...COMMON,
  method: 'post',
  path: '/v1/share-links',
  operationId: 'createShareLink',
  summary: 'Create a link to a report',
  description:
    'Everybody who has the link can read the report until the link expires or is revoked. The address is returned only once.',
  request: {
    body: bodyOf(createShareLinkBodySchema.meta({ id: 'CreateShareLink' }), {
      name: 'November report for the board',
      expiresInDays: 14,
    }),
  },
  responses: {
    201: success(
      'The link and its address.',
      z.object({ data: createdShareLinkDefinition.extend({ shareLink: shareLinkSchema }) }),
    ),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'),
  },
})

const revokeRoute = createRoute({
  ...COMMON,
  method: 'delete',
  path: '/v1/share-links/{shareLinkId}',
  operationId: 'revokeShareLink',
  summary: 'Revoke a link to a report',
  description: 'The link stays in the list. Its page answers 410.',
  request: { params: z.object({ shareLinkId: z.string() }) },
  responses: {
    200: success('The revoked link.', z.object({ data: shareLinkSchema })),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'),
  },
})

export function addShareLinkRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(listRoute)
  app.get(listRoute.getRoutingPath(), async (context) => {
    const links = await listShareLinks({ ctx: context.get('ctx') })
    return context.json({ data: links.map((link) => showShareLink(link)) })
  })

  app.openAPIRegistry.registerPath(createShareLinkRoute)
  app.post(createShareLinkRoute.getRoutingPath(), async (context) => {
    const input = parse(createShareLinkBodySchema, await jsonBody(context, 'reports:manage'))
    const { shareLink, url } = await createShareLink({ ctx: context.get('ctx'), input })
    return context.json({ data: { shareLink: showShareLink(shareLink), url } }, 201)
  })

  app.openAPIRegistry.registerPath(revokeRoute)
  app.delete(revokeRoute.getRoutingPath(), async (context) => {
    const shareLinkId = context.req.param('shareLinkId') ?? ''
    const link = await revokeShareLink({ ctx: context.get('ctx'), input: { shareLinkId } })
    return context.json({ data: showShareLink(link) })
  })
}
