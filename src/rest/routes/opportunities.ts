import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { parse } from '../../core/foundation/parse.ts'
import {
  OPPORTUNITY_KINDS,
  OPPORTUNITY_STATUSES,
  type OpportunityKind,
  type OpportunityStatus,
} from '../../core/opportunities/foundation/definition.ts'
import { OPPORTUNITIES_PAGE, readOpportunityPage } from '../../core/opportunities/list.ts'
import { updateOpportunity, updateOpportunityBodySchema } from '../../core/opportunities/update.ts'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { createExample } from '../../definitions/fields/example.ts'
import { jsonBody } from '../foundation/body.ts'
import type { RestApp } from '../foundation/context.ts'
import { queryOf, wholeNumber } from '../foundation/query.ts'
import { showOpportunity } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { bodyOf } from '../openapi/request-body.ts'
import { failures, success } from '../openapi/responses.ts'
import { opportunityPageSchema, opportunitySchema } from '../schemas/opportunities.ts'

const COMMON = { tags: ['Opportunities'], security: takes('projectKey') }

const listRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/analysis/opportunities',
  operationId: 'listOpportunities',
  summary: 'List what to do next',
  description:
    'Prompts, sites, providers and locations where the brand can gain mentions, from the answers of the latest run with results: the evidence, ' +
    'and how many answers can gain a mention. Open opportunities are listed while the latest run shows them.',
  request: {
    query: z.object({
      status: enumSchema(OPPORTUNITY_STATUSES, 'Only opportunities with this status.').optional(),
      kind: enumSchema(OPPORTUNITY_KINDS, 'Only opportunities of this kind.').optional(),
      limit: z
        .int()
        .min(1)
        .default(OPPORTUNITIES_PAGE.usual)
        .describe(`Opportunities per page; values above ${OPPORTUNITIES_PAGE.most} are reduced to it.`),
      cursor: z.string().optional().describe('`nextCursor` of the previous page.'),
    }),
  },
  responses: {
    200: success('A page of opportunities.', opportunityPageSchema, {
      example: { ...createExample(opportunityPageSchema), nextCursor: null },
    }),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED'),
  },
})

const updateRoute = createRoute({
  ...COMMON,
  method: 'patch',
  path: '/v1/analysis/opportunities/{opportunityId}',
  operationId: 'updateOpportunity',
  summary: 'Change the status, the assignee or the note of an opportunity',
  description:
    'Omitted fields do not change. After `status: done`, `outcome` compares the last run before with the first runs that start afterwards.',
  request: {
    params: z.object({ opportunityId: z.string() }),
    body: bodyOf(updateOpportunityBodySchema.meta({ id: 'UpdateOpportunity' }), { status: 'done' }),
  },
  responses: {
    200: success('The opportunity.', z.object({ data: opportunitySchema })),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

export function addOpportunityRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(listRoute)
  app.get(listRoute.getRoutingPath(), async (context) => {
    const query = queryOf(context, 'runs:read', ['status', 'kind', 'limit', 'cursor'])
    const { status, kind, limit, cursor } = query
    const { opportunities, nextCursor } = await readOpportunityPage({
      ctx: context.get('ctx'),
      // The operation validates the values.
      input: {
        ...(status !== undefined && { status: status as OpportunityStatus }),
        ...(kind !== undefined && { kind: kind as OpportunityKind }),
        ...(limit !== undefined && { limit: wholeNumber(limit) }),
        ...(cursor !== undefined && { cursor }),
      },
    })
    return context.json({ data: opportunities.map(showOpportunity), nextCursor })
  })

  app.openAPIRegistry.registerPath(updateRoute)
  app.patch(updateRoute.getRoutingPath(), async (context) => {
    const body = parse(updateOpportunityBodySchema, await jsonBody(context, 'settings:write'))
    const input = { opportunityId: context.req.param('opportunityId') ?? '', ...body }
    const opportunity = await updateOpportunity({ ctx: context.get('ctx'), input })
    return context.json({ data: showOpportunity(opportunity) })
  })
}
