import type { Actor } from '../foundation/actor.ts'
import { AppError } from '../foundation/errors.ts'
import type { Authenticator, Credentials } from './authenticate.ts'
import { subjectOf } from './rate-subject.ts'
import type { Turns } from './turns.ts'

/** State of a rate limit after a request was counted. */
export interface RateState {
  limit: number
  remaining: number
  /** Unix seconds at which the count is reset to zero. */
  resetAt: number
  /** Whole seconds to wait; null if the request is within the limit. */
  retryAfter: number | null
}

/** Counts requests in fixed time windows. Exact even for concurrent requests. */
export interface RateLimiter {
  consume(subject: string): Promise<RateState>
  /** Returns the current state without counting a request. */
  read(subject: string): Promise<RateState>
}

/** Limits failed attempts: a successful attempt is subtracted again. */
export interface AttemptLimiter extends RateLimiter {
  /** Subtracts one counted attempt. */
  giveBack(subject: string): Promise<void>
}

/** Dependencies of {@link admit}; one instance per process. */
export interface RequestGate {
  authenticator: Authenticator
  /** Limits keys, and client addresses without valid credentials. */
  limiter: RateLimiter
  /** Limits members. It is separate because dashboard pages send several requests at a time. */
  memberLimiter: RateLimiter
  /** Limits the requests that run at the same time. */
  turns: Turns
}

/** Result of {@link admit}. `rate` is shown in the headers of every response, including rejections. */
export interface Admission {
  rate: RateState
  actor: Actor | null
  /** UNAUTHORIZED or RATE_LIMITED; null for an admitted request. */
  refusal: AppError | null
}

/**
 * Authenticates a request and counts it against the rate limit of its key or user or, without valid credentials, of its
 * client address. This is the first step of every request in REST, GraphQL and MCP. If the limit is exceeded, the
 * refusal is RATE_LIMITED, even for an unknown key.
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

/** Returns RATE_LIMITED for a request that exceeds the limit; null for a request within the limit. */
export function overLimit({ limit, retryAfter }: RateState): AppError | null {
  if (retryAfter === null) return null
  return new AppError('RATE_LIMITED', `More than ${limit} requests per minute.`, { retryAfter })
}
