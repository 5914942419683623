import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import type { AppCtx } from '../../core/context.ts'
import { resultDefinition } from '../../core/results/definition.ts'
import { listResults, RESULTS_PAGE } from '../../core/results/list.ts'
import type { ResultRecord } from '../../core/results/read.ts'
import type { HttpEnv } from '../../http/environment.ts'
import type { RestApp } from '../foundation/context.ts'
import { CSV_DESCRIPTION, csvResponse, csvTable, wantsCsv } from '../foundation/csv.ts'
import { booleanOf, optionalBooleanOf, queryOf, wholeNumber } from '../foundation/query.ts'
import { showResult } from '../foundation/show.ts'
import { takes } from '../openapi/keys.ts'
import { failures, success } from '../openapi/responses.ts'
import { resultPageSchema } from '../schemas/run.ts'

const FILTERS = {
  limit: z
    .int()
    .min(1)
    .default(RESULTS_PAGE.usual)
    .describe(`Results per page; values above ${RESULTS_PAGE.most} are reduced to it.`),
  offset: z.int().min(0).default(0).describe('Number of results to skip.'),
  prompt: z.string().optional().describe('Exact text of the prompt.'),
  provider: z.string().optional().describe('Provider id or alias.'),
  location: z.string().optional().describe('Exact location, such as `US` or `fr-CH`.'),
  tag: z
    .string()
    .optional()
    .describe(
      'Name of a tag, case-insensitive: prompts that had the tag when they were asked, or have it now.',
    ),
  searched: z
    .boolean()
    .optional()
    .describe('Only answers with a web search (`true`) or without one (`false`).'),
  includeAnswer: z.boolean().default(false).describe('Includes the answer in Markdown.'),
}

/** A result as CSV. */
const table = csvTable(resultDefinition.omit({ raw: true }), {
  competitors: (all) => all.filter(({ mentioned }) => mentioned).map(({ name }) => String(name)),
  citations: (all) => all.map(({ url }) => String(url)),
})

const COMMON = {
  tags: ['Analysis'],
  security: takes('projectKey'),
  description:
    'Ordered by creation of the prompt, provider and location. While the run is in progress, the list contains the results so far. ' +
    `Filters are combined with AND. ${CSV_DESCRIPTION} The CSV lists the mentioned competitors and the URLs of the citations.`,
  responses: {
    200: success('A page of results.', resultPageSchema, { csv: table }),
    ...failures('BAD_REQUEST', 'INVALID_PROVIDER', 'PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
}

const ofRunRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/analysis/runs/{runId}/results',
  operationId: 'listRunResults',
  summary: 'List the results of a run',
  request: { params: z.object({ runId: z.string() }), query: z.object(FILTERS) },
})

const listRoute = createRoute({
  ...COMMON,
  method: 'get',
  path: '/v1/analysis/results',
  operationId: 'listResults',
  summary: 'List the results of a run given in the query',
  request: { query: z.object({ runId: z.string().describe('The run.'), ...FILTERS }) },
})

/** Adds the two equivalent endpoints for results of a run. */
export function addResultRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(ofRunRoute)
  app.get(ofRunRoute.getRoutingPath(), (context) => answer(context, context.req.param('runId')))
  app.openAPIRegistry.registerPath(listRoute)
  app.get(listRoute.getRoutingPath(), (context) => {
    const { runId } = queryOf(context, 'runs:read', ['runId'])
    return answer(context, runId)
  })
}

type ListInput = Parameters<typeof listResults>[0]['input']

async function answer(context: Context<HttpEnv>, runId: string | undefined): Promise<Response> {
  const query = queryOf(context, 'runs:read', [
    'limit',
    'offset',
    'prompt',
    'provider',
    'location',
    'tag',
    'searched',
    'includeAnswer',
  ])
  const { limit, offset, includeAnswer: _, ...filters } = query
  const includeAnswer = booleanOf(query, 'includeAnswer')
  const input = {
    ...filters,
    searched: optionalBooleanOf(filters, 'searched'),
    runId,
    includeAnswer,
    ...(limit !== undefined && { limit: wholeNumber(limit) }),
    ...(offset !== undefined && { offset: wholeNumber(offset) }),
  }
  const ctx = context.get('ctx')
  if (wantsCsv(context)) return csvResponse(context, table, allResults(ctx, input))
  const list = await listResults({ ctx, input })
  const data = list.results.map((result) => showResult(result, { answer: includeAnswer }))
  return context.json({ data, pagination: list.pagination })
}

/** Yields the results from `offset` on, page by page; up to `limit` results if it is given, otherwise all. */
async function* allResults(ctx: AppCtx, input: ListInput): AsyncGenerator<ResultRecord[]> {
  const { limit: wanted, offset: first = 0 } = input
  for (let offset = first; ; offset += RESULTS_PAGE.most) {
    const limit = wanted === undefined ? RESULTS_PAGE.most : wanted - (offset - first)
    const { results, pagination } = await listResults({ ctx, input: { ...input, offset, limit } })
    yield results
    if (!pagination.hasMore || wanted === offset - first + results.length) return
  }
}
