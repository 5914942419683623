import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { TrendPoint } from '../../core/trends/definition.ts'
import { readTrends, TRENDS_PAGE } from '../../core/trends/read.ts'
import type { RestApp } from '../foundation/context.ts'
import { CSV_DESCRIPTION, csvResponse, csvTable, wantsCsv } from '../foundation/csv.ts'
import { booleanOf, optionalBooleanOf, queryOf, wholeNumber } from '../foundation/query.ts'
import { showTrendPoint } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { failures, success } from '../openapi/responses.ts'
import { entityTrendRowSchema, trendPointSchema, trendRowSchema } from '../schemas/trend.ts'

const brandTable = csvTable(trendRowSchema)
const entityTable = csvTable(entityTrendRowSchema)

const trendsRoute = createRoute({
  method: 'get',
  path: '/v1/analysis/trends',
  operationId: 'getTrends',
  summary: 'Get key metrics of the most recent completed runs, newest first',
  description:
    'One point per completed or partially completed run. Filters restrict the results that the metrics are computed from; a run ' +
    `without matching results is a point without values. ${CSV_DESCRIPTION} It has one row per run, at most ${TRENDS_PAGE.most}; with \`includeEntities\`, one row per run and entity.`,
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
      includeEntities: z
        .boolean()
        .default(false)
        .describe('Includes the metrics of each competitor in each point.'),
    }),
  },
  responses: {
    200: success('The points.', z.object({ data: z.array(trendPointSchema) }), { csv: brandTable }),
    ...failures('BAD_REQUEST', 'INVALID_PROVIDER', 'PROJECT_SCOPED_KEY_REQUIRED'),
  },
})

export function addTrendRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(trendsRoute)
  app.get(trendsRoute.getRoutingPath(), async (context) => {
    const { limit, includeEntities, ...filters } = queryOf(context, 'runs:read', [
      'limit',
      'provider',
      'location',
      'tag',
      'searched',
      'includeEntities',
    ])
    const isCsv = wantsCsv(context)
    const input = {
      ...filters,
      searched: optionalBooleanOf(filters, 'searched'),
      ...(limit === undefined ? isCsv && { limit: TRENDS_PAGE.most } : { limit: wholeNumber(limit) }),
    }
    const entities = booleanOf({ includeEntities }, 'includeEntities')
    const points = await readTrends({ ctx: context.get('ctx'), input })
    if (!isCsv) return context.json({ data: points.map((point) => showTrendPoint(point, { entities })) })
    return entities
      ? csvResponse(context, entityTable, once(points.flatMap(rowsOf)))
      : csvResponse(context, brandTable, once(points))
  })
}

/** Returns one row per entity of a point. */
function rowsOf({ runId, completedAt, results, entities }: TrendPoint): object[] {
  return entities.map((entity) => ({ runId, completedAt, results, ...entity }))
}

async function* once<Value>(value: Value): AsyncGenerator<Value> {
  yield value
}
