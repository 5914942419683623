import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { trendPointDefinition } from '../../core/trends/definition.ts'
import { readTrends, TRENDS_PAGE } from '../../core/trends/read.ts'
import type { RestApp } from '../foundation/context.ts'
import { queryOf, searchedOf, wholeNumber } from '../foundation/query.ts'
import { showTrendPoint } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { failures, success } from '../openapi/responses.ts'

const trendsRoute = createRoute({
  method: 'get',
  path: '/v1/analysis/trends',
  operationId: 'getTrends',
  summary: 'Get key metrics of the most recent completed runs, newest first',
  description:
    'One point per completed or partially completed run. Filters restrict the results that the metrics are computed from; a run ' +
    'without matching results is a point without values.',
  tags: ['Analysis'],
  security: takes('projectKey'),
  request: {
    query: z.object({
      limit: z
        .int()
        .min(1)
        .default(TRENDS_PAGE.usual)
        .describe(`Maximum number of points; values above ${TRENDS_PAGE.most} are reduced to it.`),
      provider: z.string().optional().describe('Provider id or alias.'),
      location: z.string().optional().describe('Exact location, such as `US` or `fr-CH`.'),
      tag: z
        .string()
        .optional()
        .describe('Name of a tag, case-insensitive: prompts that had the tag when they were asked.'),
      searched: z
        .boolean()
        .optional()
        .describe('Only answers with a web search (`true`) or without one (`false`).'),
    }),
  },
  responses: {
    200: success('The points.', z.object({ data: z.array(trendPointDefinition) })),
    ...failures('BAD_REQUEST', 'INVALID_PROVIDER', 'PROJECT_SCOPED_KEY_REQUIRED'),
  },
})

export function addTrendRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(trendsRoute)
  app.get(trendsRoute.getRoutingPath(), async (context) => {
    const { limit, ...filters } = queryOf(context, 'runs:read', [
      'limit',
      'provider',
      'location',
      'tag',
      'searched',
    ])
    const input = {
      ...filters,
      ...searchedOf(filters),
      ...(limit !== undefined && { limit: wholeNumber(limit) }),
    }
    const points = await readTrends({ ctx: context.get('ctx'), input })
    return context.json({ data: points.map(showTrendPoint) })
  })
}
