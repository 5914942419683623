import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import { runDefinition } from '../../core/batches/definition.ts'
import { optionalKeySchema } from '../../core/idempotency/key.ts'
import { ManualRunLimitError } from '../../core/runs/manual-limit.ts'
import { readRun } from '../../core/runs/read.ts'
import { type TriggerInput, triggerBodySchema, triggerRun } from '../../core/runs/trigger.ts'
import type { HttpEnv } from '../../http/environment.ts'
import { showRate } from '../../http/rate.ts'
import { jsonBody } from '../body.ts'
import type { RestApp } from '../context.ts'
import { KEY_DESCRIPTION, keyHeader, withIdempotencyKey } from '../idempotency.ts'
import { REPLAY_HEADER } from '../openapi/headers.ts'
import { takes } from '../openapi/keys.ts'
import { failures, success } from '../openapi/responses.ts'
import { triggeredRunSchema } from '../schemas/run.ts'
import { showRun } from '../show.ts'

const triggerRoute = createRoute({
  method: 'post',
  path: '/v1/analysis/trigger',
  operationId: 'triggerRun',
  summary: 'Run all active prompts now',
  description:
    'Needs a subscription and an active prompt. A project may be run by hand once in any seven days, and not while such a run ' +
    'is in progress; the X-RateLimit headers of the 200, and of the 429 of this limit, show it instead of the request rate: ' +
    'the reset is when the next manual run is possible. A run that got no answer because its providers failed does not count. ' +
    'Answers 503 while none of the providers can be asked; while only some can, the run starts. ' +
    `The body may be left out.\n\n${KEY_DESCRIPTION}`,
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
  summary: 'State of a run',
  description: 'How far the run is; poll it until its status is final.',
  tags: ['Analysis'],
  security: takes('projectKey'),
  request: { params: z.object({ runId: z.string() }) },
  responses: {
    200: success('The run.', z.object({ data: runDefinition })),
    ...failures('PROJECT_SCOPED_KEY_REQUIRED', 'NOT_FOUND'),
  },
})

/** Adds the endpoints of runs. */
export function addRunRoutes(app: RestApp): void {
  app.openAPIRegistry.registerPath(triggerRoute)
  app.post(triggerRoute.getRoutingPath(), async (context) => {
    const body = hasBody(context) ? await jsonBody(context, 'runs:start') : {}
    try {
      // The verb checks the value; this type is what it accepts.
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
}

/** A request has a body when it says so, by length or by chunks (RFC 9112 §6.3). */
function hasBody(context: Context<HttpEnv>): boolean {
  const length = context.req.header('Content-Length')
  return (length !== undefined && length !== '0') || context.req.header('Transfer-Encoding') !== undefined
}
