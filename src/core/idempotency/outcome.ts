import { z } from 'zod'
import { AppError, ERROR_CODES } from '../foundation/errors.ts'

/** Stored outcome of a request: its data or its error. */
export const storedOutcomeSchema = z.union([
  z.object({ data: z.unknown() }),
  z.object({
    error: z.object({ code: z.enum(ERROR_CODES), message: z.string(), retryAfter: z.number().nullable() }),
  }),
])
export type StoredOutcome = z.infer<typeof storedOutcomeSchema>

/** The stored error of an earlier request with the same key. */
export class ReplayedError extends AppError {}

/** Returns the stored form of an expected failure. */
export function failedOutcome({ code, message, retryAfter }: AppError): StoredOutcome {
  return { error: { code, message, retryAfter } }
}

/**
 * Returns the data of an outcome, or throws its error.
 * @throws {AppError} the stored error, as a {@link ReplayedError} if `replayed` is true
 */
export function dataOf(outcome: StoredOutcome, replayed: boolean): unknown {
  if ('data' in outcome) return outcome.data
  const { code, message, retryAfter } = outcome.error
  const options = retryAfter === null ? {} : { retryAfter }
  throw replayed ? new ReplayedError(code, message, options) : new AppError(code, message, options)
}
