import { z } from 'zod'
import { AppError, ERROR_CODES } from '../errors.ts'

/** What a request came to, as it is kept: data, or an error in all its parts. */
export const storedOutcomeSchema = z.union([
  z.object({ data: z.unknown() }),
  z.object({
    error: z.object({ code: z.enum(ERROR_CODES), message: z.string(), retryAfter: z.number().nullable() }),
  }),
])
export type StoredOutcome = z.infer<typeof storedOutcomeSchema>

/** The failure of an earlier request, given again. */
export class ReplayedError extends AppError {}

/** An expected failure in the form it is kept in. */
export function failedOutcome({ code, message, retryAfter }: AppError): StoredOutcome {
  return { error: { code, message, retryAfter } }
}

/**
 * The data of an outcome.
 * @throws {AppError} its error; as a {@link ReplayedError} when it is given again
 */
export function dataOf(outcome: StoredOutcome, replayed: boolean): unknown {
  if ('data' in outcome) return outcome.data
  const { code, message, retryAfter } = outcome.error
  const options = retryAfter === null ? {} : { retryAfter }
  throw replayed ? new ReplayedError(code, message, options) : new AppError(code, message, options)
}
