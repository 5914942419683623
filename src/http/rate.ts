import type { ServerResponse } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { overLimit, type RateLimiter, type RateState } from '../core/keys/admission.ts'
import type { HttpEnv } from './environment.ts'

/** Sets the rate limit headers. A second call, for example for the limit of an endpoint, replaces them. */
export function showRate(outgoing: ServerResponse, { limit, remaining, resetAt }: RateState): void {
  outgoing.setHeader('X-RateLimit-Limit', limit)
  outgoing.setHeader('X-RateLimit-Remaining', remaining)
  outgoing.setHeader('X-RateLimit-Reset', resetAt)
}

/**
 * Counts a request without credentials toward the limit of its client address, separately for each `kind`.
 * @throws {AppError} RATE_LIMITED
 */
export async function countAddress(
  context: Pick<Context<HttpEnv>, 'env'>,
  limiter: RateLimiter,
  kind = 'address',
): Promise<void> {
  await countRequest(context, limiter, `${kind}:${context.env.exchange.address}`)
}

/**
 * Counts a request toward the limit of a subject, and shows the limit in the headers of the response.
 * @throws {AppError} RATE_LIMITED
 */
export async function countRequest(
  { env: { outgoing } }: Pick<Context<HttpEnv>, 'env'>,
  limiter: RateLimiter,
  subject: string,
): Promise<void> {
  const rate = await limiter.consume(subject)
  showRate(outgoing, rate)
  const refusal = overLimit(rate)
  if (refusal) throw refusal
}

/** Returns middleware for public resources, which shows the rate limit of the client address without counting the request. */
export function showAddressRate(limiter: RateLimiter): MiddlewareHandler<HttpEnv> {
  return async ({ env: { outgoing, exchange } }, next) => {
    showRate(outgoing, await limiter.read(`address:${exchange.address}`))
    return next()
  }
}
