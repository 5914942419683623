import { GraphQLError, type GraphQLErrorExtensions, type GraphQLFormattedError } from 'graphql'
import type { Logger } from '../core/context.ts'
import { expectedError, logUnavailable } from '../core/database-errors.ts'
import type { AppError } from '../core/errors.ts'
import { statusOf } from '../http/errors.ts'

/** What errors are reported with: the id of the request, and where unexpected ones are logged. */
export interface ErrorReport {
  requestId: string
  logger: Logger
}

/** An error of the request itself, in the form in which GraphQL.js reports validation errors. */
export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message)
}

/**
 * Formats an error for clients: an expected one (see `expectedError`) with `extensions {code, fieldErrors?, retryAfter?}`, an
 * error of the request (syntax, validation, variables, arguments) with the code BAD_REQUEST and its own `fieldErrors`. Any
 * other error is logged and replaced by INTERNAL_ERROR, because its message may contain internal details.
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
    const { fieldErrors } = located.extensions
    const extensions = { code: 'BAD_REQUEST', ...(fieldErrors !== undefined && { fieldErrors }) }
    return formatted(located.message, located, extensions)
  }
  const { requestId, logger } = report
  logger.error({ error: cause, requestId, path: located?.path }, 'operation failed')
  const message = `Something went wrong on our side. Request id: ${requestId}`
  return formatted(message, located, { code: 'INTERNAL_ERROR', requestId })
}

/** A result whose errors are formatted for clients by {@link present}. */
export function presentResult<Result extends { errors?: readonly unknown[] | undefined }>(
  { errors, ...result }: Result,
  report: ErrorReport,
) {
  return errors ? { errors: errors.map((error) => present(error, report)), ...result } : result
}

/** HTTP status and headers of a result without data. */
export interface Failure {
  /** Null for errors of the request: their status depends on the media type of the answer. */
  status: number | null
  headers: Record<string, string>
}

/**
 * Status and headers for the errors of a result without data: the highest status among them. Errors thrown by Yoga can carry
 * a status and headers in `extensions.http`. Those marked `spec` there are errors of the document, whose status depends on
 * the media type; except those with the code BAD_REQUEST, which are about the parameters of the request.
 */
export function failureOf(errors: readonly unknown[]): Failure {
  const failure: Failure = { status: null, headers: {} }
  for (const error of errors) {
    const expected = expectedError(causeOf(error))
    const http =
      error instanceof GraphQLError ? (error.extensions.http as HttpExtension | undefined) : undefined
    if (expected && expected.retryAfter !== null) failure.headers['Retry-After'] = String(expected.retryAfter)
    Object.assign(failure.headers, http?.headers)
    const status = explicitStatus(error, expected, http)
    if (status !== null) failure.status = Math.max(failure.status ?? 0, status)
  }
  return failure
}

/**
 * The HTTP status of a failure. Errors of the request have 400 in `application/graphql-response+json` and 200 in
 * `application/json`, as the specification "GraphQL over HTTP" says in section 6.4.
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
  if (expected) return statusOf(expected)
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
 * Whether the request is at fault. Errors of parsing, validation and variables have no path. An error with a path was raised
 * while a field was executed, and is the request's fault only if GraphQL.js made it for an argument.
 */
function isOfTheRequest(located: GraphQLError): boolean {
  const cause = causeOf(located)
  return cause instanceof GraphQLError && (located.path === undefined || cause.nodes !== undefined)
}
