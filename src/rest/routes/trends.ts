import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { trendPointDefinition } from '../../core/trends/definition.ts'
import { readTrends, TRENDS_PAGE } from '../../core/trends/read.ts'
import type { RestApp } from '../context.ts'
import { takes } from '../openapi/keys.ts'
import { failures, success } from '../openapi/responses.ts'
import { queryOf, wholeNumber } from '../query.ts'
import { showTrendPoint } from '../show.ts'

const trendsRoute = createRoute({
  method: 'get',
  path: '/v1/analysis/trends',
  operationId: 'getTrends',
  summary: 'Key figures of the most recent completed runs, newest first',
  description:
    'One point for each run that completed, wholly or partly. A filter narrows what the figures are computed from; a run ' +
    'without such a result is a point without values.',
  tags: ['Analysis'],
  security: takes('projectKey'),
  request: {
    query: z.object({
      limit: z
        .int()
        .min(1)
        .default(TRENDS_PAGE.usual)
        .describe(`Points; more than ${TRENDS_PAGE.most} is lowered to that.`),
      provider: z.string().optional().describe('Provider id or alias.'),
      location: z.string().optional().describe('Exact ISO 3166-1 alpha-2 code.'),
      tag: z
        .string()
        .optional()
        .describe('Name of a tag, in any case: prompts that had it when they were asked.'),
    }),
  },
  responses: {
    200: success('The points.', z.object({ data: z.array(trendPointDefinition) })),
    ...failures('BAD_REQUEST', 'INVALID_PROVIDER', 'PROJECT_SCOPED_KEY_REQUIRED'),
  },
})

/** Adds the endpoint of trends. */
export function addTrendRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(trendsRoute)
  app.get(trendsRoute.getRoutingPath(), async (context) => {
    const { limit, ...filters } = queryOf(context, 'runs:read', ['limit', 'provider', 'location', 'tag'])
    const input = { ...filters, ...(limit !== undefined && { limit: wholeNumber(limit) }) }
    const points = await readTrends({ ctx: context.get('ctx'), input })
    return context.json({ data: points.map(showTrendPoint) })
  })
}
