import type { Actor } from './actor.ts'
import { AppError } from './errors.ts'
import type { Authenticator, Credentials } from './keys/authenticate.ts'

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

/** Where members sign in and out. */
export interface SignIn {
  /** Answers a request on /api/auth, whose Origin was looked at. */
  answer(request: Request): Promise<Response>
  /** Counts what names a password. */
  attempts: RateLimiter
}

/** Who keeps the door: one per process. */
export interface Door {
  authenticator: Authenticator
  limiter: RateLimiter
  /** Missing where only keys are known. */
  signIn?: SignIn
  /** The origin under which users reach the installation; null or missing when nobody said. */
  publicUrl?: string | null
}

/** What is known of a request at the door; `rate` is shown on every response, also when the request goes no further. */
export interface Admission {
  rate: RateState
  actor: Actor | null
  /** UNAUTHORIZED or RATE_LIMITED; null for an admitted request. */
  refusal: AppError | null
}

/**
 * First step of every request on every surface: who is it, and is it within the rate of its key or user, or, when it is
 * nobody's, of its address (specification §5 and §8; contract §3 "Order of checks").
 */
export async function admit(
  { authenticator, limiter }: Door,
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
  const rate = await limiter.consume(subjectOf(actor) ?? `address:${address}`)
  if (rate.retryAfter !== null) {
    refusal = new AppError('RATE_LIMITED', `More than ${rate.limit} requests in a minute.`, {
      retryAfter: rate.retryAfter,
    })
  }
  return { rate, actor, refusal }
}

function subjectOf(actor: Actor | null): string | null {
  if (actor?.type === 'key') return `key:${actor.keyId}`
  return actor?.type === 'member' ? `member:${actor.userId}` : null
}
