import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from '../core/foundation/context.ts'
import { expectedError, logUnavailable } from '../core/foundation/database-errors.ts'
import { AppError, ERRORS, type ErrorCode, type FieldErrors } from '../core/foundation/errors.ts'

/** A BAD_REQUEST with a more specific HTTP status than 400, such as 413 or 421. */
export class HttpError extends AppError {
  readonly status: ContentfulStatusCode

  constructor(status: ContentfulStatusCode, message: string, options: { cause?: unknown } = {}) {
    super('BAD_REQUEST', message, options)
    this.status = status
  }
}

/** Value of the header WWW-Authenticate, which every 401 must have (RFC 9110 §11.6.1). */
export const AUTHENTICATION_SCHEME = 'Bearer'

/** Returns the HTTP status for an error. */
export function httpStatus(error: AppError): ContentfulStatusCode {
  return error instanceof HttpError ? error.status : ERRORS[error.code].status
}

/** Body of an error response on all paths except /graphql, which uses GraphQL errors. */
export interface ErrorEnvelope {
  error: { code: ErrorCode; message: string; traceId?: string }
  details?: { fieldErrors: FieldErrors }
}

/** Converts an error to the body of its response. */
export function toErrorEnvelope({ code, message, fieldErrors }: AppError): ErrorEnvelope {
  return { error: { code, message }, ...(fieldErrors && { details: { fieldErrors } }) }
}

/**
 * Converts a thrown value to an error that callers may see. An unexpected error (see `expectedError`) is logged and replaced by
 * INTERNAL_ERROR, because its message may contain internal data.
 */
export function toPublicError(
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
