import { isDatabaseUnavailable } from '../infra/database-unavailable.ts'
import type { Logger } from './context.ts'
import { AppError } from './errors.ts'

const MAXIMUM_ATTEMPTS = 5

/**
 * Repeats a statement or transaction that PostgreSQL aborted because of a deadlock: writers of several rows may lock them in
 * opposite order.
 * @throws what `work` throws, also a fifth deadlock in a row
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

/** PostgreSQL's code is 40P01; Prisma's is P2034, or its message and fields contain the former. */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && /deadlock detected|40P01|P2034/.test(error.message + JSON.stringify(error))
}

/** Whether Prisma reports that a unique constraint was violated. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2002'
}

/** Whole seconds after which a caller may try again. */
const RETRY_AFTER = 2

/**
 * The error for callers to what was thrown: an AppError itself, SERVICE_UNAVAILABLE where the database cannot be used now, and
 * null for anything unexpected.
 */
export function expectedError(thrown: unknown): AppError | null {
  if (thrown instanceof AppError) return thrown
  if (!isDatabaseUnavailable(thrown)) return null
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'The database cannot be used at the moment. Try again shortly.',
    {
      retryAfter: RETRY_AFTER,
      cause: thrown,
    },
  )
}

/** Milliseconds. */
const LOG_INTERVAL = 60_000
const lastLogged = new WeakMap<Logger, number>()

/**
 * Logs why requests are refused with SERVICE_UNAVAILABLE, at most once a minute. Where the database is lost the log says so
 * anyway; where it refuses statements, such as on a full disk, only this line does.
 */
export function logUnavailable(logger: Logger, error: unknown): void {
  const now = Date.now()
  if (now - (lastLogged.get(logger) ?? 0) < LOG_INTERVAL) return
  lastLogged.set(logger, now)
  logger.warn({ error }, 'requests are refused because the database cannot be used')
}
