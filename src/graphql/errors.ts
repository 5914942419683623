import { GraphQLError, type GraphQLErrorExtensions, type GraphQLFormattedError } from 'graphql'
import type { Logger } from '../core/context.ts'
import { AppError, type ErrorCode } from '../core/errors.ts'

/** Where an operation's errors are told apart from those of others. */
export interface ErrorReport {
  requestId: string
  logger: Logger
}

/** The HTTP status of an operation that failed as a whole, before any field was resolved. */
export const STATUS: Record<ErrorCode, number> = {
  BAD_REQUEST: 400,
  INVALID_PROVIDER: 400,
  UNAUTHORIZED: 401,
  PROJECT_SCOPED_KEY_REQUIRED: 403,
  API_CREDITS_EXCEEDED: 403,
  FORBIDDEN: 403,
  PROMPT_LIMIT_EXCEEDED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UPSTREAM_ERROR: 502,
  PROVIDER_UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
}

/** A request that cannot be carried out as it stands; `status` where HTTP has a closer one than 400. */
export class RequestError extends AppError {
  readonly status: number

  constructor(message: string, status: number) {
    super('BAD_REQUEST', message)
    this.status = status
  }
}

/** What the language's own validation could have said: the operation cannot be carried out as it stands. */
export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message)
}

/**
 * An error as a client may see it: expected ones with `extensions {code, fieldErrors?, retryAfter?}` (contract §6), those of
 * the request as BAD_REQUEST. Anything else is logged and masked, so that no message of ours or of the database leaves the
 * house.
 */
export function present(error: unknown, report: ErrorReport): GraphQLFormattedError {
  const located = error instanceof GraphQLError ? error : undefined
  const cause = causeOf(error)
  if (cause instanceof AppError) return shown(cause.message, located, extensionsOf(cause))
  if (located && cause instanceof GraphQLError && isOfTheRequest(located, cause)) {
    return shown(located.message, located, { code: 'BAD_REQUEST' })
  }
  const { requestId, logger } = report
  logger.error({ error: cause, requestId, path: located?.path }, 'operation failed')
  const message = `Something went wrong on our side. Request id: ${requestId}`
  return shown(message, located, { code: 'INTERNAL_ERROR', requestId })
}

/** Brings every error of a result into its public form. */
export function presentResult<Result extends { errors?: readonly GraphQLError[] | undefined }>(
  { errors, ...result }: Result,
  report: ErrorReport,
) {
  return errors ? { errors: errors.map((error) => present(error, report)), ...result } : result
}

function extensionsOf({ code, fieldErrors, retryAfter }: AppError): GraphQLErrorExtensions {
  return { code, ...(fieldErrors && { fieldErrors }), ...(retryAfter !== null && { retryAfter }) }
}

function shown(
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

/** Parsing, validation and variables know no path yet; of the errors of a field only those that point at an argument. */
function isOfTheRequest(located: GraphQLError, cause: GraphQLError): boolean {
  return located.path === undefined || cause.nodes !== undefined
}
