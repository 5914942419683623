import { isDatabaseUnavailable } from '../../infra/database-unavailable.ts'
import type { Logger } from './context.ts'
import { AppError } from './errors.ts'

const MAXIMUM_ATTEMPTS = 5

/**
 * Retries a statement or transaction that PostgreSQL aborted because of a deadlock. Deadlocks occur when two writers
 * lock the same rows in a different order.
 * @throws the error of `work`, including a fifth deadlock in a row
 */
export async function retryDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === MAXIMUM_ATTEMPTS || !isDeadlock(error)) throw error
    }
  }
}

/** PostgreSQL reports code 40P01. Prisma reports P2034, or includes PostgreSQL's code in its message or fields. */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && /deadlock detected|40P01|P2034/.test(error.message + JSON.stringify(error))
}

/** Returns whether an error is Prisma's error for a violated unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2002'
}

/** Seconds after which a caller may retry. */
const RETRY_AFTER = 2

/**
 * Converts a thrown value into the error for callers: an AppError is returned unchanged, an unavailable database
 * becomes SERVICE_UNAVAILABLE, and any unexpected error becomes null.
 */
export function expectedError(thrown: unknown): AppError | null {
  if (thrown instanceof AppError) return thrown
  if (!isDatabaseUnavailable(thrown)) return null
  return new AppError('SERVICE_UNAVAILABLE', 'The database is temporarily unavailable. Try again shortly.', {
    retryAfter: RETRY_AFTER,
    cause: thrown,
  })
}

/** Minimum milliseconds between two log lines of {@link logUnavailable}. */
const LOG_INTERVAL = 60_000
const lastLogged = new WeakMap<Logger, number>()

/**
 * Logs the reason for SERVICE_UNAVAILABLE responses, no more than one line per minute. A lost connection is also logged
 * elsewhere. If the database rejects statements, for example because the disk is full, this is the only log line about it.
 */
export function logUnavailable(logger: Logger, error: unknown): void {
  const now = Date.now()
  if (now - (lastLogged.get(logger) ?? 0) < LOG_INTERVAL) return
  lastLogged.set(logger, now)
  logger.warn({ error }, 'requests are rejected because the database is unavailable')
}
