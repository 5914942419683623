import type { ServerResponse } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { overLimit, type RateLimiter, type RateState } from '../core/admission.ts'
import type { HttpEnv } from './environment.ts'

/** Sets the headers with the state of a rate limit; a second call, for a limit of the endpoint, replaces them. */
export function showRate(outgoing: ServerResponse, { limit, remaining, resetAt }: RateState): void {
  outgoing.setHeader('X-RateLimit-Limit', limit)
  outgoing.setHeader('X-RateLimit-Remaining', remaining)
  outgoing.setHeader('X-RateLimit-Reset', resetAt)
}

/**
 * Counts a request without credentials for its client address; each `kind` is counted separately.
 * @throws {AppError} RATE_LIMITED
 */
export async function countAddress(
  { env: { outgoing, exchange } }: Pick<Context<HttpEnv>, 'env'>,
  limiter: RateLimiter,
  kind = 'address',
): Promise<void> {
  const rate = await limiter.consume(`${kind}:${exchange.address}`)
  showRate(outgoing, rate)
  const refusal = overLimit(rate)
  if (refusal) throw refusal
}

/** Middleware for public resources: shows the rate of the client address and counts nothing. */
export function uncounted(limiter: RateLimiter): MiddlewareHandler<HttpEnv> {
  return async ({ env: { outgoing, exchange } }, next) => {
    showRate(outgoing, await limiter.read(`address:${exchange.address}`))
    return next()
  }
}
