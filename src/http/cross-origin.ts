import type { MiddlewareHandler } from 'hono'
import type { RateLimiter } from '../core/admission.ts'
import type { HttpEnv } from './environment.ts'
import { showRate } from './rate.ts'

/** The response headers that pages of other origins may read. */
const EXPOSED_HEADERS =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Location, Idempotent-Replayed'
const ACCEPTED_HEADERS = 'Authorization, Content-Type, Accept, X-Request-Id, Idempotency-Key'

/** How long browsers may cache the response to a preflight, in seconds: a day. */
const MAX_AGE = 86_400

/**
 * Middleware that lets pages of any origin send requests with an API key, and answers their preflights (CORS, Fetch Standard
 * §3.2). Cookies are never allowed, so that sessions cannot be used from other origins. A preflight is not counted; its
 * response shows the rate of the client address.
 * @param methods the methods of the path, such as `GET, POST`
 */
export function crossOrigin(limiter: RateLimiter, methods: string): MiddlewareHandler<HttpEnv> {
  return (context, next) => {
    const { incoming, outgoing, exchange } = context.env
    outgoing.setHeader('Access-Control-Allow-Origin', '*')
    outgoing.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS)
    if (incoming.method !== 'OPTIONS') return next()
    outgoing.setHeader('Access-Control-Allow-Methods', methods)
    outgoing.setHeader('Access-Control-Allow-Headers', ACCEPTED_HEADERS)
    outgoing.setHeader('Access-Control-Max-Age', MAX_AGE)
    return limiter.read(`address:${exchange.address}`).then((rate) => {
      showRate(outgoing, rate)
      return context.body(null, 204)
    })
  }
}
