import type { Actor } from './actor.ts'
import { AppError } from './errors.ts'
import type { Authenticator, Credentials } from './keys/authenticate.ts'

/** State of a limit after one request was counted. */
export interface RateState {
  limit: number
  remaining: number
  /** Unix seconds at which the count starts again at zero. */
  resetAt: number
  /** Null when the request is within the limit, else whole seconds to wait. */
  retryAfter: number | null
}

/** Counts requests in fixed windows of time; exact also for concurrent requests. */
export interface RateLimiter {
  consume(subject: string): Promise<RateState>
  /** The current state; counts nothing. */
  read(subject: string): Promise<RateState>
}

/** Counts attempts, of which those that succeed are not held against the subject. */
export interface AttemptLimiter extends RateLimiter {
  /** Takes back one attempt that was counted. */
  giveBack(subject: string): Promise<void>
}

/** What {@link admit} needs; one per process. */
export interface RequestGate {
  authenticator: Authenticator
  /** Of keys, and of addresses without valid credentials. */
  limiter: RateLimiter
  /** Of members, whose pages send several requests at a time. */
  memberLimiter: RateLimiter
}

/** The result of {@link admit}; `rate` is shown on every response, also on that to a refused request. */
export interface Admission {
  rate: RateState
  actor: Actor | null
  /** UNAUTHORIZED or RATE_LIMITED; null for an admitted request. */
  refusal: AppError | null
}

/**
 * First step of every request on every surface: authenticates it and counts it for its key or user or, without valid
 * credentials, for its client address. When the rate is exceeded the refusal is RATE_LIMITED, also for an unknown key.
 */
export async function admit(
  { authenticator, limiter, memberLimiter }: RequestGate,
  { address, ...credentials }: Credentials & { address: string },
): Promise<Admission> {
  let actor: Actor | null = null
  let refusal: AppError | null = null
  try {
    actor = await authenticator.authenticateRequest(credentials)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    refusal = error
  }
  const counting = actor?.type === 'member' ? memberLimiter : limiter
  const rate = await counting.consume(subjectOf(actor) ?? `address:${address}`)
  return { rate, actor, refusal: overLimit(rate) ?? refusal }
}

/** RATE_LIMITED for a request that was counted beyond its limit; null for one within it. */
export function overLimit({ limit, retryAfter }: RateState): AppError | null {
  if (retryAfter === null) return null
  return new AppError('RATE_LIMITED', `More than ${limit} requests in a minute.`, { retryAfter })
}

/** What the requests of a caller are counted for; null without one. */
export function subjectOf(actor: Actor | null): string | null {
  if (actor?.type === 'key') return `key:${actor.keyId}`
  return actor?.type === 'member' ? `member:${actor.userId}` : null
}
