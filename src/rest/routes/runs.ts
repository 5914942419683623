import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import { requireProjectId } from '../../core/access/authorize.ts'
import { runDefinition } from '../../core/batches/definition.ts'
import { optionalKeySchema } from '../../core/idempotency/key.ts'
import { cancelRun } from '../../core/runs/cancel.ts'
import { listRuns, type RunsFilter, runsFilterSchema } from '../../core/runs/list.ts'
import { ManualRunLimitError } from '../../core/runs/manual-limit.ts'
import { readRun } from '../../core/runs/read.ts'
import { type TriggerInput, triggerBodySchema, triggerRun } from '../../core/runs/trigger.ts'
import type { HttpEnv } from '../../http/environment.ts'
import { showRate } from '../../http/rate.ts'
import { jsonBody } from '../foundation/body.ts'
import type { RestApp } from '../foundation/context.ts'
import { KEY_DESCRIPTION, keyHeader, withIdempotencyKey } from '../foundation/idempotency.ts'
import { PAGE_PARAMETERS, pageOf } from '../foundation/page.ts'
import { queryOf } from '../foundation/query.ts'
import { showRun } from '../foundation/show.ts'
import { REPLAY_HEADER } from '../openapi/headers.ts'
import { takes } from '../openapi/keys.ts'
import { failures, success } from '../openapi/responses.ts'
import { runPageSchema, triggeredRunSchema } from '../schemas/run.ts'

const triggerRoute = createRoute({
  method: 'post',
  path: '/v1/analysis/trigger',
  operationId: 'triggerRun',
  summary: 'Run all active prompts now, or a part of their providers and locations',
  description:
    'Requires a subscription and at least one active prompt. Manual runs are limited to one per project in any seven days, and ' +
    'cannot start while another manual run is in progress. In the 200, and in the 429 of this limit, the X-RateLimit headers describe ' +
    'the limit of manual runs instead of the request rate; the reset is the time of the next possible manual run. A run does not count ' +
    'if it received no answers because its providers failed. Returns 503 if none of the providers is available; if only some are, the run starts. ' +
    `The body is optional.\n\n${KEY_DESCRIPTION}`,
  tags: ['Analysis'],
  security: takes('projectKey'),
  request: {
    headers: keyHeader(optionalKeySchema),
    body: {
      required: false,
      content: {
        'application/json': {
          schema: triggerBodySchema.meta({ id: 'TriggerRun' }),
          example: { reschedule: true },
        },
      },
    },
  },
  responses: {
    200: success('Queued.', z.object({ data: triggeredRunSchema }), { headers: REPLAY_HEADER }),
    ...failures(
      'BAD_REQUEST',
      'INVALID_PROVIDER',
      'PROJECT_SCOPED_KEY_REQUIRED',
      'FORBIDDEN',
      'CONFLICT',
      'PROVIDER_UNAVAILABLE',
    ),
  },
})

const readRoute = createRoute({
  method: 'get',
  path: '/v1/analysis/runs/{runId}',
  operationId: 'getRun',
  summary: 'Get the state of a run',
  description: 'Poll this endpoint until the status is final.',
  tags: ['Analysis'],
  security: takes('projectKey'),
  request: { params: z.object({ runId: z.string() }) },
  responses: {
    200: success('The run.', z.object({ data: runDefinition })),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

const listRoute = createRoute({
  method: 'get',
  path: '/v1/analysis/runs',
  operationId: 'listRuns',
  summary: 'List the runs of the project, newest first',
  description: 'Runs that start between two pages do not shift the others.',
  tags: ['Analysis'],
  security: takes('projectKey'),
  request: { query: z.object({ ...PAGE_PARAMETERS, ...runsFilterSchema.shape }) },
  responses: {
    200: success('A page of runs.', runPageSchema),
    ...failures('BAD_REQUEST', 'PROJECT_SCOPED_KEY_REQUIRED'),
  },
})

const cancelRoute = createRoute({
  method: 'post',
  path: '/v1/analysis/runs/{runId}/cancel',
  operationId: 'cancelRun',
  summary: 'Cancel a run',
  description:
    'Results so far are kept. The run ends as `partially_completed`, or as `failed` without any answer. A run that has ended does not change.',
  tags: ['Analysis'],
  security: takes('projectKey'),
  request: { params: z.object({ runId: z.string() }) },
  responses: {
    200: success('The run.', z.object({ data: runDefinition })),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'),
  },
})

export function addRunRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(triggerRoute)
  app.post(triggerRoute.getRoutingPath(), async (context) => {
    const body = hasBody(context) ? await jsonBody(context, 'runs:start') : {}
    try {
      // The operation validates the input; the cast only declares its type.
      const { run, nextRunAt, rate } = await withIdempotencyKey(
        context,
        optionalKeySchema,
        (idempotencyKey) =>
          triggerRun({ ctx: context.get('ctx'), input: body as TriggerInput, idempotencyKey }),
      )
      showRate(context.env.outgoing, rate)
      return context.json({ data: { runId: run.id, status: 'queued', nextRunAt } })
    } catch (error) {
      if (error instanceof ManualRunLimitError) showRate(context.env.outgoing, error.rate)
      throw error
    }
  })

  app.openAPIRegistry.registerPath(readRoute)
  app.get(readRoute.getRoutingPath(), async (context) => {
    const run = await readRun({ ctx: context.get('ctx'), input: { runId: context.req.param('runId') } })
    return context.json({ data: showRun(run) })
  })

  app.openAPIRegistry.registerPath(listRoute)
  app.get(listRoute.getRoutingPath(), async (context) => {
    const ctx = context.get('ctx')
    const { limit, cursor, ...texts } = queryOf(context, 'runs:read', [
      'limit',
      'cursor',
      'status',
      'trigger',
    ])
    // The operation validates the filter; the cast only declares its type.
    const filter = texts as RunsFilter
    const projectId = requireProjectId(ctx)
    const { items, nextCursor } = await pageOf({
      list: `runs ${projectId} ${JSON.stringify(filter)}`,
      query: { limit, cursor },
      async read(page) {
        const [runs = []] = await listRuns({ ctx, input: { ids: [projectId], filter, page } })
        return runs
      },
      keyOf: ({ id }) => id,
    })
    return context.json({ data: items.map(showRun), nextCursor })
  })

  app.openAPIRegistry.registerPath(cancelRoute)
  app.post(cancelRoute.getRoutingPath(), async (context) => {
    const run = await cancelRun({
      ctx: context.get('ctx'),
      input: { runId: context.req.param('runId') ?? '' },
    })
    return context.json({ data: showRun(run) })
  })
}

/** Whether a request has a body, according to its Content-Length or Transfer-Encoding (RFC 9112 §6.3). */
function hasBody(context: Context<HttpEnv>): boolean {
  const length = context.req.header('Content-Length')
  return (length !== undefined && length !== '0') || context.req.header('Transfer-Encoding') !== undefined
}
