import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { type RunThemes, readThemes } from '../../core/themes/list.ts'
import type { RestApp } from '../foundation/context.ts'
import { queryOf } from '../foundation/query.ts'
import { showBrandThemes } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { failures, success } from '../openapi/responses.ts'
import { runThemesSchema } from '../schemas/themes.ts'

const COMMON = { tags: ['Themes'], security: takes('projectKey') }
const DESCRIPTION =
  'What the answers praise and criticize about the brand and each competitor: price, ease of use, support and so on, and words that several ' +
  'answers have an opinion on. Each theme has counts, rates over the answers that mention the brand, changes since the previous run and quotations.'
const QUERY = z.object({
  provider: z.string().optional().describe('Only answers of this provider, given by id or alias.'),
})
const RESPONSE = success('The themes of each brand.', runThemesSchema)

const ofRunRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/analysis/runs/{runId}/themes',
  operationId: 'listRunThemes',
  summary: 'List what the answers of a run praise and criticize',
  description: DESCRIPTION,
  request: { params: z.object({ runId: z.string() }), query: QUERY },
  responses: {
    200: RESPONSE,
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'INVALID_PROVIDER', 'NOT_FOUND'),
  },
})

const latestRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/analysis/themes',
  operationId: 'listThemes',
  summary: 'List what the latest answers praise and criticize',
  description: `${DESCRIPTION} Covers the latest run with results.`,
  request: { query: QUERY },
  responses: { 200: RESPONSE, ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED', 'INVALID_PROVIDER') },
})

function showThemes({ runId, previousRunId, brands }: RunThemes) {
  return { runId, previousRunId, data: brands.map(showBrandThemes) }
}

export function addThemeRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(ofRunRoute)
  app.get(ofRunRoute.getRoutingPath(), async (context) => {
    const query = queryOf(context, 'runs:read', ['provider'])
    const input = { runId: context.req.param('runId') ?? '', ...query }
    return context.json(showThemes(await readThemes({ ctx: context.get('ctx'), input })))
  })

  app.openAPIRegistry.registerPath(latestRoute)
  app.get(latestRoute.getRoutingPath(), async (context) => {
    const input = queryOf(context, 'runs:read', ['provider'])
    return context.json(showThemes(await readThemes({ ctx: context.get('ctx'), input })))
  })
}
