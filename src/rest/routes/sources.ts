import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Page } from '../../core/foundation/page.ts'
import { readRun } from '../../core/runs/read.ts'
import { type SourceRecord, sourceDefinition } from '../../core/sources/definition.ts'
import { type SourcesFilter, sourcesFilterSchema } from '../../core/sources/lists.ts'
import { listRunSources } from '../../core/sources/run-sources.ts'
import { sourceKey } from '../../core/sources/sites.ts'
import type { RestApp } from '../foundation/context.ts'
import { CSV_DESCRIPTION, csvResponse, csvTable, wantsCsv } from '../foundation/csv.ts'
import { allPages, PAGE_PARAMETERS, pageOf } from '../foundation/page.ts'
import { booleanOf, optionalBooleanOf, queryOf } from '../foundation/query.ts'
import { showSource } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { failures, success } from '../openapi/responses.ts'
import { sourcePageSchema } from '../schemas/source.ts'

const table = csvTable(sourceDefinition, { urls: (pages) => pages.map(({ url }) => String(url)) })

const listRoute = createRoute({
  method: 'get',
  path: '/v1/analysis/runs/{runId}/sources',
  operationId: 'listRunSources',
  summary: 'List the sites that the answers of a run give as sources, most frequent first',
  description: `Filters on answers (provider, location, mentioned, competitorId) also restrict the answers that the rates are computed from. ${CSV_DESCRIPTION}`,
  tags: ['Analysis'],
  security: takes('projectKey'),
  request: {
    params: z.object({ runId: z.string() }),
    query: z.object({
      ...PAGE_PARAMETERS,
      ...sourcesFilterSchema.shape,
      includeUrls: z
        .boolean()
        .default(false)
        .describe('Includes the pages of each site, at most 50, and `retrievedRate`.'),
    }),
  },
  responses: {
    200: success('A page of sites.', sourcePageSchema, { csv: table }),
    ...failures('BAD_REQUEST', 'INVALID_PROVIDER', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

export function addSourceRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(listRoute)
  app.get(listRoute.getRoutingPath(), async (context) => {
    const ctx = context.get('ctx')
    const { limit, cursor, includeUrls, mentioned, ...texts } = queryOf(context, 'runs:read', [
      'limit',
      'cursor',
      'includeUrls',
      'provider',
      'location',
      'mentioned',
      'competitorId',
      'owner',
      'category',
      'q',
    ])
    const urls = booleanOf({ includeUrls }, 'includeUrls')
    // The operation validates the filter; the cast only declares its type.
    const filter = { ...texts, mentioned: optionalBooleanOf({ mentioned }, 'mentioned') } as SourcesFilter
    const run = await readRun({ ctx, input: { runId: context.req.param('runId') } })
    const list = {
      list: `sources ${run.id} ${JSON.stringify(filter)}`,
      query: { limit, cursor },
      async read(page: Page) {
        const [sources = []] = await listRunSources({ ctx, input: { ids: [run.id], filter, page, urls } })
        return sources
      },
      keyOf: (source: SourceRecord) => sourceKey(source),
    }
    if (wantsCsv(context)) return csvResponse(context, table, allPages(list))
    const { items, nextCursor } = await pageOf(list)
    return context.json({ data: items.map(showSource), nextCursor })
  })
}
