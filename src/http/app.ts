import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type ErrorHandler, Hono } from 'hono'
import type { RequestGate } from '../core/admission.ts'
import type { Logger } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import type { HttpEnv } from './environment.ts'
import { envelopeOf, presentable, statusOf } from './errors.ts'
import { countAddress } from './rate.ts'
import { createReadiness, type Part } from './readiness.ts'

/** What {@link createHttpApp} needs. */
export interface HttpAppOptions {
  logger: Logger
  gate: RequestGate
  /** What /readyz checks. */
  parts: readonly Part[]
}

/** Sent with 503 on /readyz, in seconds: parts that are away are tried again at least once in this time. */
const RETRY_AFTER = 1

/**
 * Creates the app in which all others are mounted with `app.route('/', …)`. Errors that they throw are answered here in the
 * envelope of REST; an app with another error format catches its errors itself. Other paths are 404.
 */
export function createHttpApp({ logger, gate, parts }: HttpAppOptions): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const readiness = createReadiness(parts)
  app.onError(respondToError(logger))
  app.notFound(async (context) => {
    await countAddress(context, gate.limiter)
    throw new AppError('NOT_FOUND', 'There is nothing at this path.')
  })
  // Health checks are sent by machines that know a process by its address only: neither the Host nor a rate is checked.
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', async (context) => {
    const state = await readiness()
    if (state.status === 'ok') return context.json(state)
    return context.json(state, 503, { 'Retry-After': String(RETRY_AFTER) })
  })
  return app
}

/** Creates the handler that answers errors in the error envelope. */
function respondToError(logger: Logger): ErrorHandler<HttpEnv> {
  return (thrown, context) => {
    const { outgoing, exchange } = context.env
    const { method, path } = context.req
    const error = presentable(thrown, { logger, requestId: exchange.requestId, method, path })
    // The request was already answered while it was read, such as one that timed out.
    if (outgoing.headersSent) return RESPONSE_ALREADY_SENT
    if (error.retryAfter !== null) outgoing.setHeader('Retry-After', error.retryAfter)
    return context.json(envelopeOf(error), statusOf(error))
  }
}
