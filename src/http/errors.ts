import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from '../core/context.ts'
import { expectedError, logUnavailable } from '../core/database-errors.ts'
import { AppError, ERRORS, type ErrorCode, type FieldErrors } from '../core/errors.ts'

/** A BAD_REQUEST with a more specific HTTP status than 400, such as 413 or 421. */
export class HttpError extends AppError {
  readonly status: ContentfulStatusCode

  constructor(status: ContentfulStatusCode, message: string, options: { cause?: unknown } = {}) {
    super('BAD_REQUEST', message, options)
    this.status = status
  }
}

/** The HTTP status of the response to an error. */
export function statusOf(error: AppError): ContentfulStatusCode {
  return error instanceof HttpError ? error.status : ERRORS[error.code].status
}

/** The body of a failed request on every path but /graphql, whose errors have the form of GraphQL. */
export interface ErrorEnvelope {
  error: { code: ErrorCode; message: string }
  details?: { fieldErrors: FieldErrors }
}

/** The body for an error. */
export function envelopeOf({ code, message, fieldErrors }: AppError): ErrorEnvelope {
  return { error: { code, message }, ...(fieldErrors && { details: { fieldErrors } }) }
}

/**
 * Converts what was thrown to an error that callers may see. What is not expected (see `expectedError`) is logged and replaced by
 * INTERNAL_ERROR, because its message may contain internal data.
 */
export function presentable(
  thrown: unknown,
  { logger, ...request }: { logger: Logger; requestId: string; method: string; path: string },
): AppError {
  const expected = expectedError(thrown)
  if (expected) {
    if (expected !== thrown) logUnavailable(logger, thrown)
    return expected
  }
  logger.error({ error: thrown, ...request }, 'request failed')
  return new AppError('INTERNAL_ERROR', `Something went wrong on our side. Request id: ${request.requestId}`)
}
