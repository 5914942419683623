import type { Actor } from './actor.ts'
import { AppError } from './errors.ts'
import type { Authenticator } from './keys/authenticate.ts'

/** State of a limit after one request was counted. */
export interface RateState {
  limit: number
  remaining: number
  /** Unix seconds at which the count begins anew. */
  resetAt: number
  /** Null when the request is within the limit, else whole seconds to wait. */
  retryAfter: number | null
}

/** Counts requests per minute; exact for requests that come at once. */
export interface RateLimiter {
  consume(subject: string): Promise<RateState>
}

/** Who keeps the door: one per process. */
export interface Door {
  authenticator: Authenticator
  limiter: RateLimiter
}

/** What is known of a request at the door; `rate` is shown on every response, also when the request goes no further. */
export interface Admission {
  rate: RateState
  actor: Actor | null
  /** UNAUTHORIZED or RATE_LIMITED; null for an admitted request. */
  refusal: AppError | null
}

/**
 * First step of every request on every surface: who is it, and is it within the rate of its key, or, without a good key,
 * of its address (specification §5 and §8; contract §3 "Order of checks").
 */
export async function admit(
  { authenticator, limiter }: Door,
  request: { authorization: string | null | undefined; address: string },
): Promise<Admission> {
  let actor: (Actor & { type: 'key' }) | null = null
  let refusal: AppError | null = null
  try {
    actor = await authenticator.authenticate(request.authorization)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    refusal = error
  }
  const rate = await limiter.consume(actor ? `key:${actor.keyId}` : `address:${request.address}`)
  if (rate.retryAfter !== null) {
    refusal = new AppError('RATE_LIMITED', `More than ${rate.limit} requests in a minute.`, {
      retryAfter: rate.retryAfter,
    })
  }
  return { rate, actor, refusal }
}
