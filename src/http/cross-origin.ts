import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { AppError } from '../core/foundation/errors.ts'
import type { RateLimiter } from '../core/keys/admission.ts'
import type { HttpEnv } from './environment.ts'
import { countAddress, showRate } from './rate.ts'

/** Response headers that pages of other origins may read. */
const EXPOSED_HEADERS =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Location, Idempotent-Replayed'
const ACCEPTED_HEADERS = 'Authorization, Content-Type, Accept, X-Request-Id, Idempotency-Key'

/** Seconds for which browsers may cache the response to a preflight: one day. */
const MAX_AGE = 86_400

/** Settings that differ between the surfaces. */
interface CrossOriginOptions {
  /** Whether the page in the header Origin may send requests. If undefined, all pages may. */
  allows?: (incoming: IncomingMessage) => boolean
  /** Additional request headers that pages may send. */
  accepted?: string
  /** Additional response headers that pages may read. */
  exposed?: string
}

/**
 * Returns middleware that lets pages of other origins send requests with an API key and responds to their preflights (CORS,
 * Fetch Standard §3.2). Cookies are never allowed, so pages of other origins cannot use sessions. Preflights do not count
 * toward the rate limit of the client address, but their responses show it.
 * @param methods methods of the path, such as `GET, POST`
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
      throw new AppError('FORBIDDEN', 'Pages of the site in the header Origin may not use this endpoint.')
    }
    if (allows) outgoing.setHeader('Vary', 'Origin')
    outgoing.setHeader('Access-Control-Allow-Origin', (allows && origin) ?? '*')
    outgoing.setHeader('Access-Control-Expose-Headers', join(EXPOSED_HEADERS, exposed))
    if (incoming.method !== 'OPTIONS') return next()
    outgoing.setHeader('Access-Control-Allow-Methods', methods)
    outgoing.setHeader('Access-Control-Allow-Headers', join(ACCEPTED_HEADERS, accepted))
    outgoing.setHeader('Access-Control-Max-Age', MAX_AGE)
    showRate(outgoing, await limiter.read(`address:${exchange.address}`))
    return context.body(null, 204)
  }
}

function join(common: string, more: string | undefined): string {
  return more ? `${common}, ${more}` : common
}
