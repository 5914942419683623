import type { AttemptLimiter } from '../core/admission.ts'
import { AppError } from '../core/errors.ts'

/**
 * Counts an attempt.
 * @throws {AppError} RATE_LIMITED after too many
 */
export async function countAttempt(limiter: AttemptLimiter, subject: string): Promise<void> {
  const { retryAfter } = await limiter.consume(subject)
  if (retryAfter === null) return
  throw new AppError('RATE_LIMITED', 'There were too many attempts. Try again later.', { retryAfter })
}

/**
 * Makes an attempt unless there were too many that failed. It is counted before it is made, so that attempts at the same time
 * cannot exceed the limit.
 * @throws {AppError} RATE_LIMITED
 */
export async function countFailures<T>(
  limiter: AttemptLimiter,
  subject: string,
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  await countAttempt(limiter, subject)
  const result = await attempt().catch(async (error) => {
    // Not the sender's failure, such as that of the database.
    if (!(error instanceof AppError)) await limiter.giveBack(subject)
    throw error
  })
  if (result !== null) await limiter.giveBack(subject)
  return result
}
