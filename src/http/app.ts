import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, type ErrorHandler, Hono } from 'hono'
import { routePath } from 'hono/route'
import type { Logger } from '../core/foundation/context.ts'
import { AppError } from '../core/foundation/errors.ts'
import { NO_TRACING, type Tracing, traceIdOf } from '../core/foundation/tracing.ts'
import type { RequestGate } from '../core/keys/admission.ts'
import type { HttpEnv } from './environment.ts'
import { AUTHENTICATION_SCHEME, httpStatus, toErrorEnvelope, toPublicError } from './errors.ts'
import { maskPath } from './masked-path.ts'
import { createMetricsApp, type MetricsOptions } from './metrics.ts'
import { countAddress } from './rate.ts'
import { createReadiness, type Part } from './readiness.ts'

/** Dependencies of {@link createHttpApp}. */
export interface HttpAppOptions {
  logger: Logger
  gate: RequestGate
  /** Parts that /readyz checks. */
  parts: readonly Part[]
  /** Records a span for each request; none by default. */
  tracing?: Tracing
  /** If set, /metrics is served. */
  metrics?: MetricsOptions | null | undefined
}

/** Seconds to wait after a 503 from /readyz. Lost connections are retried at least once per second. */
const RETRY_AFTER = 1

/**
 * Creates the root app. All other apps are mounted in it with `app.route('/', …)`. Their errors become REST error envelopes
 * here, so an app with a different error format has to catch its own errors. Unknown paths return 404.
 */
export function createHttpApp({
  logger,
  gate,
  parts,
  metrics,
  tracing = NO_TRACING,
}: HttpAppOptions): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.use(async (context, next) => {
    const { incoming, outgoing, exchange } = context.env
    const { traceparent: parent } = incoming.headers
    await tracing.span(
      `${context.req.method}`,
      async (span) => {
        exchange.traceId = traceIdOf(tracing.current())
        if (exchange.traceId !== null) outgoing.setHeader('X-Trace-Id', exchange.traceId)
        await next()
        exchange.route = routeOf(context)
        span.rename(`${context.req.method} ${exchange.route ?? 'unknown path'}`)
        span.set({
          'http.response.status_code': outgoing.headersSent ? outgoing.statusCode : context.res.status,
        })
      },
      { kind: 'server', parent: typeof parent === 'string' ? parent : null },
    )
  })
  const readiness = createReadiness(parts)
  app.onError(respondToError(logger))
  app.notFound(async (context) => {
    await countAddress(context, gate.limiter)
    throw new AppError('NOT_FOUND', 'This path does not exist.')
  })
  // Health checks come from machines that know only the address of a process, so they have no Host check and no rate limit.
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', async (context) => {
    if (context.env.exchange.draining) return context.json({ status: 'stopping', parts: {} }, 503)
    const state = await readiness()
    if (state.status === 'ok') return context.json(state)
    return context.json(state, 503, { 'Retry-After': String(RETRY_AFTER) })
  })
  if (metrics) app.route('/', createMetricsApp(gate, metrics))
  return app
}

/** Returns the pattern of the route that answered a request, which is the last one that ran; null if only middleware ran. */
function routeOf(context: Context<HttpEnv>): string | null {
  const route = routePath(context)
  return route === '*' || route === '/*' ? null : route
}

/** Returns a handler that responds to errors with an error envelope. */
function respondToError(logger: Logger): ErrorHandler<HttpEnv> {
  return (thrown, context) => {
    const { outgoing, exchange } = context.env
    const { method, path } = context.req
    const error = toPublicError(thrown, {
      logger,
      requestId: exchange.requestId,
      method,
      path: maskPath(path),
    })
    // The server has already sent a response, for example because the request timed out.
    if (outgoing.headersSent) return RESPONSE_ALREADY_SENT
    if (error.retryAfter !== null) outgoing.setHeader('Retry-After', error.retryAfter)
    if (error.code === 'UNAUTHORIZED') outgoing.setHeader('WWW-Authenticate', AUTHENTICATION_SCHEME)
    const { traceId } = exchange
    const envelope = toErrorEnvelope(error)
    return context.json(
      traceId === null ? envelope : { ...envelope, error: { ...envelope.error, traceId } },
      httpStatus(error),
    )
  }
}
