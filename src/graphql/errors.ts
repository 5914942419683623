import { GraphQLError } from 'graphql'
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

/** An expected failure in GraphQL's form: `extensions {code, fieldErrors?, retryAfter?}` (contract §6). */
export function toGraphQLError(error: AppError, at?: GraphQLError): GraphQLError {
  const { code, fieldErrors, retryAfter } = error
  return new GraphQLError(error.message, {
    nodes: at?.nodes,
    source: at?.source,
    positions: at?.positions,
    path: at?.path,
    extensions: {
      code,
      ...(fieldErrors && { fieldErrors }),
      ...(retryAfter !== null && { retryAfter }),
    },
  })
}

/** A request that cannot be carried out as it stands; `status` where HTTP has a closer one than 400. */
export function badRequest(message: string, { status = 400 } = {}): GraphQLError {
  // `spec`: 200 for clients that only accept application/json, as GraphQL over HTTP wants it.
  return new GraphQLError(message, {
    extensions: { code: 'BAD_REQUEST', http: { status, spec: status === 400 } },
  })
}

/**
 * An error as a client may see it: expected ones with their code, those of the request as BAD_REQUEST. Anything else is
 * logged and masked, so that no message of ours or of the database leaves the house.
 */
export function present(error: unknown, report: ErrorReport): GraphQLError {
  const located = error instanceof GraphQLError ? error : undefined
  const cause = causeOf(error)
  if (cause instanceof AppError) return toGraphQLError(cause, located)
  if (located && cause instanceof GraphQLError && isOfTheRequest(located, cause)) {
    return inRequest(located)
  }
  report.logger.error({ error: cause, requestId: report.requestId, path: located?.path }, 'operation failed')
  return internal(report.requestId, located)
}

/** As {@link present}, without what is only for HTTP. */
export function presentPlain(error: unknown, report: ErrorReport): GraphQLError {
  const presented = present(error, report)
  delete presented.extensions.http
  return presented
}

function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error
}

/** Parsing, validation and variables know no path yet; of the errors of a field only those that point at an argument. */
function isOfTheRequest(located: GraphQLError, cause: GraphQLError): boolean {
  if (cause.extensions.unexpected) return false
  return located.path === undefined || cause.nodes !== undefined
}

function inRequest(error: GraphQLError): GraphQLError {
  const { message, nodes, source, positions, path } = error
  const http = error.extensions.http ?? (path ? undefined : { status: 400, spec: true })
  const extensions = { code: 'BAD_REQUEST', ...(http !== undefined && { http }) }
  return new GraphQLError(message, { nodes, source, positions, path, extensions })
}

function internal(requestId: string, at: GraphQLError | undefined): GraphQLError {
  return new GraphQLError(`Something went wrong on our side. Request id: ${requestId}`, {
    nodes: at?.nodes,
    path: at?.path,
    extensions: { code: 'INTERNAL_ERROR', requestId, ...(!at?.path && { http: { status: 500 } }) },
  })
}
