import { GraphQLError, type GraphQLErrorExtensions, type GraphQLFormattedError } from 'graphql'
import type { Logger } from '../../core/foundation/context.ts'
import { expectedError, logUnavailable } from '../../core/foundation/database-errors.ts'
import { type AppError, ERRORS, type ErrorCode } from '../../core/foundation/errors.ts'
import { AUTHENTICATION_SCHEME, httpStatus } from '../../http/errors.ts'

/** Context for reporting errors: the id of the request, and the logger for unexpected errors. */
export interface ErrorReport {
  requestId: string
  logger: Logger
}

/** Codes and descriptions of all errors in GraphQL: the codes of REST, and one for operations that are too large. */
export const GRAPHQL_ERRORS = {
  ...(Object.fromEntries(
    Object.entries(ERRORS).map(([code, { description }]) => [code, description]),
  ) as Record<ErrorCode, string>),
  LIMIT_EXCEEDED:
    'The operation is larger than the limits allow: its cost, depth, or number of tokens, aliases or root fields.',
} as const

/** Creates an error for an operation that exceeds a limit. */
export function limitExceeded(message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'LIMIT_EXCEEDED' satisfies keyof typeof GRAPHQL_ERRORS },
  })
}

/**
 * Formats an error for clients. An expected error (see `expectedError`) gets `extensions {code, fieldErrors?,
 * retryAfter?}`. An error caused by the request (syntax, validation, variables, arguments) gets the code BAD_REQUEST,
 * or LIMIT_EXCEEDED, and keeps its `fieldErrors`. Any other error is logged and replaced by INTERNAL_ERROR, because its message may
 * contain internal details.
 */
export function present(error: unknown, report: ErrorReport): GraphQLFormattedError {
  const located = error instanceof GraphQLError ? error : undefined
  const cause = causeOf(error)
  const expected = expectedError(cause)
  if (expected) {
    if (expected !== cause) logUnavailable(report.logger, cause)
    return formatted(expected.message, located, extensionsOf(expected))
  }
  if (located && isOfTheRequest(located)) {
    const { code, fieldErrors } = located.extensions
    const extensions = {
      code: code === 'LIMIT_EXCEEDED' ? code : 'BAD_REQUEST',
      ...(fieldErrors !== undefined && { fieldErrors }),
    }
    return formatted(located.message, located, extensions)
  }
  const { requestId, logger } = report
  logger.error({ error: cause, requestId, path: located?.path }, 'operation failed')
  const message = `Something went wrong on our side. Request id: ${requestId}`
  return formatted(message, located, { code: 'INTERNAL_ERROR', requestId })
}

/** Formats the errors of a result for clients with {@link present}. */
export function presentResult<Result extends { errors?: readonly unknown[] | undefined }>(
  { errors, ...result }: Result,
  report: ErrorReport,
) {
  return errors ? { errors: errors.map((error) => present(error, report)), ...result } : result
}

/** HTTP status and headers of a result without data. */
export interface Failure {
  /** Null for errors caused by the request: the status then depends on the media type of the response. */
  status: number | null
  headers: Record<string, string>
}

/**
 * Returns the status and headers for a result without data, with the highest status of all errors. Errors thrown by
 * Yoga can have a status and headers in `extensions.http`. If `spec` is set there, the document is invalid and the
 * status depends on the media type, unless the code is BAD_REQUEST, which means that a request parameter is invalid.
 */
export function failureOf(errors: readonly unknown[]): Failure {
  const failure: Failure = { status: null, headers: {} }
  for (const error of errors) {
    const expected = expectedError(causeOf(error))
    const http =
      error instanceof GraphQLError ? (error.extensions.http as HttpExtension | undefined) : undefined
    if (expected && expected.retryAfter !== null) failure.headers['Retry-After'] = String(expected.retryAfter)
    if (expected?.code === 'UNAUTHORIZED') failure.headers['WWW-Authenticate'] = AUTHENTICATION_SCHEME
    Object.assign(failure.headers, http?.headers)
    const status = explicitStatus(error, expected, http)
    if (status !== null) failure.status = Math.max(failure.status ?? 0, status)
  }
  return failure
}

/**
 * Returns the HTTP status of a failure. Errors caused by the request have status 400 in
 * `application/graphql-response+json` and 200 in `application/json` (GraphQL over HTTP, section 6.4).
 */
export function statusOfFailure({ status }: Failure, mediaType: string): number {
  return status ?? (mediaType.startsWith('application/graphql-response+json') ? 400 : 200)
}

interface HttpExtension {
  status?: number
  headers?: Record<string, string>
  spec?: boolean
}

function explicitStatus(
  error: unknown,
  expected: AppError | null,
  http: HttpExtension | undefined,
): number | null {
  const code = error instanceof GraphQLError ? error.extensions.code : undefined
  if (expected) return httpStatus(expected)
  if (http?.status && (!http.spec || code === 'BAD_REQUEST')) return http.status
  return error instanceof GraphQLError && isOfTheRequest(error) ? null : 500
}

function extensionsOf({ code, fieldErrors, retryAfter }: AppError): GraphQLErrorExtensions {
  return { code, ...(fieldErrors && { fieldErrors }), ...(retryAfter !== null && { retryAfter }) }
}

function formatted(
  message: string,
  at: GraphQLError | undefined,
  extensions: GraphQLErrorExtensions,
): GraphQLFormattedError {
  return {
    message,
    ...(at?.locations && { locations: at.locations }),
    ...(at?.path && { path: at.path }),
    extensions,
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error
}

/**
 * Whether the request caused the error. Parsing, validation and variable errors have no path. An error with a path
 * occurred while a field was executed; the request caused it only if GraphQL.js raised it for an argument.
 */
function isOfTheRequest(located: GraphQLError): boolean {
  const cause = causeOf(located)
  return cause instanceof GraphQLError && (located.path === undefined || cause.nodes !== undefined)
}
