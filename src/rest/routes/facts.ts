import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { addFact, removeFact, updateFact } from '../../core/facts/change.ts'
import { factInputSchema } from '../../core/facts/input.ts'
import { listFacts } from '../../core/facts/read.ts'
import { readFactCheck } from '../../core/facts/read-check.ts'
import { parse } from '../../core/foundation/parse.ts'
import { jsonBody } from '../foundation/body.ts'
import type { RestApp } from '../foundation/context.ts'
import { queryOf } from '../foundation/query.ts'
import { showFact, showFactCheck } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { bodyOf } from '../openapi/request-body.ts'
import { failures, success } from '../openapi/responses.ts'
import { factCheckSchema, factSchema, removedFactSchema } from '../schemas/facts.ts'

const COMMON = { tags: ['Brand facts'], security: takes('projectKey') }
const BODY = bodyOf(factInputSchema.meta({ id: 'BrandFactInput' }), {
  kind: 'price',
  plan: 'Pro',
  amount: 12,
  currency: 'USD',
  period: 'month',
})
const CHECKED = 'The answers of the two latest runs are then checked in the background.'

const listRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/facts',
  operationId: 'listFacts',
  summary: 'List the facts about the brand',
  description: 'Returns all facts of the project, oldest first.',
  responses: {
    200: success('The facts.', z.object({ data: z.array(factSchema) })),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

const addRoute = createRoute({
  ...COMMON,
  method: 'post',
  path: '/v1/facts',
  operationId: 'addFact',
  summary: 'Add a fact about the brand',
  description: `${CHECKED} A project can have 50 facts.`,
  request: { body: BODY },
  responses: {
    201: success('The fact.', z.object({ data: factSchema })),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND', 'CONFLICT'),
  },
})

const updateRoute = createRoute({
  ...COMMON,
  method: 'put',
  path: '/v1/facts/{factId}',
  operationId: 'updateFact',
  summary: 'Replace a fact',
  description: `${CHECKED} Results of older runs for the fact are no longer shown.`,
  request: { params: z.object({ factId: z.string() }), body: BODY },
  responses: {
    200: success('The fact.', z.object({ data: factSchema })),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND', 'CONFLICT'),
  },
})

const removeRoute = createRoute({
  ...COMMON,
  method: 'delete',
  path: '/v1/facts/{factId}',
  operationId: 'removeFact',
  summary: 'Remove a fact',
  description: 'Its results are removed too.',
  request: { params: z.object({ factId: z.string() }) },
  responses: {
    200: success('The fact was removed.', z.object({ data: removedFactSchema })),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

const checkRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/analysis/facts',
  operationId: 'getFactCheck',
  summary: 'Get what answers say about the facts',
  description:
    'For each fact, the share of answers that contradict or support it, among the answers that concern it, by provider and ' +
    'with quotations. Only English answers are checked.',
  request: {
    query: z.object({
      runId: z.string().optional().describe('Id of a run; defaults to the latest ended run with answers.'),
    }),
  },
  responses: {
    200: success('The results.', z.object({ data: factCheckSchema })),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

export function addFactRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(listRoute)
  app.get(listRoute.getRoutingPath(), async (context) => {
    const facts = await listFacts({ ctx: context.get('ctx') })
    return context.json({ data: facts.map(showFact) })
  })

  app.openAPIRegistry.registerPath(addRoute)
  app.post(addRoute.getRoutingPath(), async (context) => {
    const input = parse(factInputSchema, await jsonBody(context, 'settings:write'))
    return context.json({ data: showFact(await addFact({ ctx: context.get('ctx'), input })) }, 201)
  })

  app.openAPIRegistry.registerPath(updateRoute)
  app.put(updateRoute.getRoutingPath(), async (context) => {
    const body = parse(factInputSchema, await jsonBody(context, 'settings:write'))
    const input = { ...body, factId: context.req.param('factId') ?? '' }
    return context.json({ data: showFact(await updateFact({ ctx: context.get('ctx'), input })) })
  })

  app.openAPIRegistry.registerPath(removeRoute)
  app.delete(removeRoute.getRoutingPath(), async (context) => {
    const factId = context.req.param('factId') ?? ''
    const id = await removeFact({ ctx: context.get('ctx'), input: { factId } })
    return context.json({ data: { id, deleted: true } })
  })

  app.openAPIRegistry.registerPath(checkRoute)
  app.get(checkRoute.getRoutingPath(), async (context) => {
    const input = queryOf(context, 'runs:read', ['runId'])
    return context.json({ data: showFactCheck(await readFactCheck({ ctx: context.get('ctx'), input })) })
  })
}
