import type { Context, ErrorHandler } from 'hono'
import type { Logger } from '../core/context.ts'
import { AppError, type ErrorCode } from '../core/errors.ts'
import type { RestEnv } from './context.ts'
import type { ErrorForm } from './schemas/error.ts'

/** The HTTP status of a code (specification §7, contract §3). */
export function statusOf(code: ErrorCode) {
  switch (code) {
    case 'BAD_REQUEST':
    case 'INVALID_PROVIDER':
      return 400
    case 'UNAUTHORIZED':
      return 401
    case 'PROJECT_SCOPED_KEY_REQUIRED':
    case 'API_CREDITS_EXCEEDED':
    case 'FORBIDDEN':
    case 'PROMPT_LIMIT_EXCEEDED':
      return 403
    case 'NOT_FOUND':
      return 404
    case 'CONFLICT':
      return 409
    case 'RATE_LIMITED':
      return 429
    case 'INTERNAL_ERROR':
      return 500
    case 'UPSTREAM_ERROR':
      return 502
    case 'PROVIDER_UNAVAILABLE':
      return 503
    case 'UPSTREAM_TIMEOUT':
      return 504
  }
  // Fails to compile when a code is missing above.
  return code satisfies never
}

/** Answers whatever was thrown in the error envelope; what nobody expected goes to the log, not to the caller. */
export function errorHandler(logger: Logger): ErrorHandler<RestEnv> {
  return (thrown, context) => respond(context, expected(thrown, context, logger))
}

function respond(context: Context<RestEnv>, { code, message, fieldErrors, retryAfter }: AppError): Response {
  if (retryAfter !== null) context.header('Retry-After', String(retryAfter))
  const body: ErrorForm = { error: { code, message }, ...(fieldErrors && { details: { fieldErrors } }) }
  return context.json(body, statusOf(code))
}

function expected(thrown: unknown, context: Context<RestEnv>, logger: Logger): AppError {
  if (thrown instanceof AppError) return thrown
  const requestId = context.get('requestId')
  logger.error(
    { error: thrown, requestId, method: context.req.method, path: context.req.path },
    'request failed',
  )
  return new AppError('INTERNAL_ERROR', `Something went wrong on our side. Request id: ${requestId}`)
}
