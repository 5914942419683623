import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { cancelAsyncAnalysis } from '../../core/async-analyses/cancel.ts'
import { type StartInput, startInputSchema } from '../../core/async-analyses/input.ts'
import { analysesFilterSchema, analysesOwner, listAsyncAnalyses } from '../../core/async-analyses/list.ts'
import { readAsyncAnalysis } from '../../core/async-analyses/read.ts'
import { startAsyncAnalysis } from '../../core/async-analyses/start.ts'
import { isFinal } from '../../core/foundation/batch-status.ts'
import { parse } from '../../core/foundation/parse.ts'
import { optionalKeySchema } from '../../core/idempotency/key.ts'
import { createExample } from '../../definitions/fields/example.ts'
import { jsonBody } from '../foundation/body.ts'
import type { RestApp } from '../foundation/context.ts'
import { endedAnalysis } from '../foundation/ended-analysis.ts'
import { KEY_DESCRIPTION, keyHeader, withIdempotencyKey } from '../foundation/idempotency.ts'
import { PAGE_PARAMETERS, pageOf } from '../foundation/page.ts'
import { booleanOf, queryOf } from '../foundation/query.ts'
import { showAnalysis, showAnalysisState } from '../foundation/show.ts'
import { START_REQUESTS } from '../openapi/examples.ts'
import { LOCATION_HEADER, REPLAY_HEADER } from '../openapi/headers.ts'
import { takes } from '../openapi/keys.ts'
import { failures, success } from '../openapi/responses.ts'
import {
  acceptedSchema,
  analysisPageSchema,
  analysisStateSchema,
  endedSchema,
  progressSchema,
} from '../schemas/async-analysis.ts'

const startRoute = createRoute({
  method: 'post',
  path: '/v1/async-analysis',
  operationId: 'startAsyncAnalysis',
  summary: 'Start an async analysis',
  description: `Reserves one credit per prompt × provider × location × replicate. Poll the path in \`Location\`.\n\n${KEY_DESCRIPTION}`,
  tags: ['Async analysis'],
  security: takes('projectKey', 'organizationKey'),
  request: {
    headers: keyHeader(optionalKeySchema),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: startInputSchema.meta({ id: 'StartAsyncAnalysis' }),
          examples: START_REQUESTS,
        },
      },
    },
  },
  responses: {
    202: success('Accepted.', z.object({ data: acceptedSchema }), {
      headers: { ...LOCATION_HEADER, ...REPLAY_HEADER },
    }),
    ...failures(
      'BAD_REQUEST',
      'INVALID_PROVIDER',
      'FORBIDDEN',
      'API_CREDITS_EXCEEDED',
      'NOT_FOUND',
      'CONFLICT',
      'PROVIDER_UNAVAILABLE',
    ),
  },
})

const SCOPE =
  'A project key has access to the analyses of its project, an organization key to the analyses of its organization that have no project.'

const readRoute = createRoute({
  method: 'get',
  path: '/v1/async-analysis/{analysisId}',
  operationId: 'getAsyncAnalysis',
  summary: 'Get the state of an async analysis and, once it has ended, its results',
  description: SCOPE,
  tags: ['Async analysis'],
  security: takes('projectKey', 'organizationKey'),
  request: {
    params: z.object({ analysisId: z.string() }),
    query: z.object({
      includeRaw: z
        .boolean()
        .default(false)
        .describe(
          'Includes the raw provider response in each result; has no effect until the analysis has ended.',
        ),
    }),
  },
  responses: {
    200: success(
      'The state of the analysis; once it has ended, with results.',
      z.object({ data: z.union([progressSchema, endedSchema]) }),
      { example: { data: createExample(progressSchema) } },
    ),
    ...failures('BAD_REQUEST', 'NOT_FOUND'),
  },
})

const listRoute = createRoute({
  method: 'get',
  path: '/v1/async-analysis',
  operationId: 'listAsyncAnalyses',
  summary: 'List async analyses, newest first',
  description: `${SCOPE} Metrics and results are not included.`,
  tags: ['Async analysis'],
  security: takes('projectKey', 'organizationKey'),
  request: { query: z.object({ ...PAGE_PARAMETERS, ...analysesFilterSchema.shape }) },
  responses: { 200: success('A page of analyses.', analysisPageSchema), ...failures('BAD_REQUEST') },
})

const cancelRoute = createRoute({
  method: 'post',
  path: '/v1/async-analysis/{analysisId}/cancel',
  operationId: 'cancelAsyncAnalysis',
  summary: 'Cancel an async analysis',
  description: `Results so far are kept and charged; the credits of all other questions are refunded. An analysis that has ended does not change. ${SCOPE}`,
  tags: ['Async analysis'],
  security: takes('projectKey', 'organizationKey'),
  request: { params: z.object({ analysisId: z.string() }) },
  responses: {
    200: success('The analysis.', z.object({ data: analysisStateSchema })),
    ...failures('FORBIDDEN', 'NOT_FOUND'),
  },
})

export function addAsyncAnalysisRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(startRoute)
  app.post(startRoute.getRoutingPath(), async (context) => {
    // The operation validates the input; the cast only declares its type.
    const input = (await jsonBody(context, 'analysis:start')) as StartInput
    const { analysis } = await withIdempotencyKey(context, optionalKeySchema, (idempotencyKey) =>
      startAsyncAnalysis({ ctx: context.get('ctx'), input, idempotencyKey }),
    )
    const { analysisId, credits, createdAt } = analysis
    const data = { analysisId, status: 'queued', creditsReserved: credits.reserved, createdAt }
    return context.json({ data }, 202, { Location: `/v1/async-analysis/${analysisId}` })
  })

  app.openAPIRegistry.registerPath(readRoute)
  app.get(readRoute.getRoutingPath(), async (context) => {
    const ctx = context.get('ctx')
    // Validate the parameter in every state, so that clients learn from their first poll that it is invalid.
    const includeRaw = booleanOf(queryOf(context, 'analysis:read', ['includeRaw']), 'includeRaw')
    const analysis = await readAsyncAnalysis({ ctx, input: { analysisId: context.req.param('analysisId') } })
    if (!isFinal(analysis.status)) return context.json({ data: showAnalysis(analysis) })
    const body = await endedAnalysis(ctx, analysis, { includeRaw })
    return context.body(body, 200, { 'Content-Type': 'application/json' })
  })

  app.openAPIRegistry.registerPath(listRoute)
  app.get(listRoute.getRoutingPath(), async (context) => {
    const ctx = context.get('ctx')
    const { limit, cursor, ...texts } = queryOf(context, 'analysis:read', ['limit', 'cursor', 'status'])
    const filter = parse(analysesFilterSchema, texts)
    const { of, id } = analysesOwner(ctx)
    const { items, nextCursor } = await pageOf({
      list: `async analyses ${id} ${JSON.stringify(filter)}`,
      query: { limit, cursor },
      async read(page) {
        const [analyses = []] = await listAsyncAnalyses({ ctx, input: { ids: [id], of, ...filter, page } })
        return analyses
      },
      keyOf: (analysis) => analysis.id,
    })
    return context.json({ data: items.map(showAnalysisState), nextCursor })
  })

  app.openAPIRegistry.registerPath(cancelRoute)
  app.post(cancelRoute.getRoutingPath(), async (context) => {
    const input = { analysisId: context.req.param('analysisId') ?? '' }
    return context.json({
      data: showAnalysisState(await cancelAsyncAnalysis({ ctx: context.get('ctx'), input })),
    })
  })
}
