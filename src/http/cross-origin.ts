import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import type { RateLimiter } from '../core/admission.ts'
import { AppError } from '../core/errors.ts'
import type { HttpEnv } from './environment.ts'
import { countAddress, showRate } from './rate.ts'

/** The response headers that pages of other origins may read. */
const EXPOSED_HEADERS =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Location, Idempotent-Replayed'
const ACCEPTED_HEADERS = 'Authorization, Content-Type, Accept, X-Request-Id, Idempotency-Key'

/** How long browsers may cache the response to a preflight, in seconds: a day. */
const MAX_AGE = 86_400

/** What differs between the surfaces. */
interface CrossOriginOptions {
  /** Whether a page of the header Origin may send requests; any page may without it. */
  allows?: (incoming: IncomingMessage) => boolean
  /** Request headers that pages may send, and response headers that they may read, besides those of every surface. */
  accepted?: string
  exposed?: string
}

/**
 * Middleware that lets pages of any origin send requests with an API key, and answers their preflights (CORS, Fetch Standard
 * §3.2). Cookies are never allowed, so that sessions cannot be used from other origins. A preflight is not counted; its
 * response shows the rate of the client address.
 * @param methods the methods of the path, such as `GET, POST`
 * @throws {AppError} FORBIDDEN for a page that is not allowed
 */
export function crossOrigin(
  limiter: RateLimiter,
  methods: string,
  { allows, accepted, exposed }: CrossOriginOptions = {},
): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const { incoming, outgoing, exchange } = context.env
    const { origin } = incoming.headers
    if (allows && origin !== undefined && !allows(incoming)) {
      await countAddress(context, limiter)
      throw new AppError(
        'FORBIDDEN',
        'The header Origin names a page of another site, which may not use this.',
      )
    }
    if (allows) outgoing.setHeader('Vary', 'Origin')
    outgoing.setHeader('Access-Control-Allow-Origin', (allows && origin) ?? '*')
    outgoing.setHeader('Access-Control-Expose-Headers', joined(EXPOSED_HEADERS, exposed))
    if (incoming.method !== 'OPTIONS') return next()
    outgoing.setHeader('Access-Control-Allow-Methods', methods)
    outgoing.setHeader('Access-Control-Allow-Headers', joined(ACCEPTED_HEADERS, accepted))
    outgoing.setHeader('Access-Control-Max-Age', MAX_AGE)
    showRate(outgoing, await limiter.read(`address:${exchange.address}`))
    return context.body(null, 204)
  }
}

function joined(common: string, more: string | undefined): string {
  return more ? `${common}, ${more}` : common
}
