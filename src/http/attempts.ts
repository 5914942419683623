import { AppError } from '../core/foundation/errors.ts'
import type { AttemptLimiter } from '../core/keys/admission.ts'

/**
 * Counts an attempt.
 * @throws {AppError} RATE_LIMITED after too many attempts
 */
export async function countAttempt(limiter: AttemptLimiter, subject: string): Promise<void> {
  const { retryAfter } = await limiter.consume(subject)
  if (retryAfter === null) return
  throw new AppError('RATE_LIMITED', 'There were too many attempts. Try again later.', { retryAfter })
}

/**
 * Runs an attempt, which fails by returning null or throwing an AppError. Only failed attempts count toward the limit. The
 * attempt is counted before it runs, so concurrent attempts cannot exceed the limit.
 * @throws {AppError} RATE_LIMITED after too many failed attempts
 */
export async function countFailures<T>(
  limiter: AttemptLimiter,
  subject: string,
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  await countAttempt(limiter, subject)
  const result = await attempt().catch(async (error) => {
    // The sender did not cause this error, for example if the database failed.
    if (!(error instanceof AppError)) await limiter.giveBack(subject)
    throw error
  })
  if (result !== null) await limiter.giveBack(subject)
  return result
}
