import { valuesOf } from '../../definitions/fields/enumeration.ts'

/** Codes and HTTP statuses of all expected failures. REST, GraphQL and the command line share the codes. */
export const ERRORS = {
  BAD_REQUEST: { status: 400, description: 'The body or the query failed validation.' },
  INVALID_PROVIDER: { status: 400, description: 'A provider id is unknown.' },
  UNAUTHORIZED: {
    status: 401,
    description: 'The key or the session is missing, invalid, expired or revoked.',
  },
  PROJECT_SCOPED_KEY_REQUIRED: {
    status: 403,
    description: 'An organization key was used on the resources of a project.',
  },
  API_CREDITS_EXCEEDED: {
    status: 403,
    description: 'There are not enough prepaid credits. Nothing was started or charged.',
  },
  FORBIDDEN: { status: 403, description: 'The plan, the role or the scope of the key does not allow this.' },
  PROMPT_LIMIT_EXCEEDED: { status: 403, description: 'The prompt limit of the plan is reached.' },
  NOT_FOUND: { status: 404, description: 'The object does not exist, or this key may not see it.' },
  CONFLICT: {
    status: 409,
    description: 'The request conflicts with the current state, such as a value in use or work in progress.',
  },
  RATE_LIMITED: {
    status: 429,
    description: 'Too many requests. The Retry-After header contains the seconds to wait.',
  },
  INTERNAL_ERROR: { status: 500, description: 'An unexpected error occurred in the service.' },
  UPSTREAM_ERROR: { status: 502, description: 'An upstream service failed.' },
  PROVIDER_UNAVAILABLE: {
    status: 503,
    description:
      'A requested provider is temporarily unavailable. The Retry-After header contains the seconds to wait.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    description:
      'A part of the service, such as its database, is unavailable. The Retry-After header contains the seconds to wait.',
  },
  UPSTREAM_TIMEOUT: { status: 504, description: 'An upstream service did not respond in time.' },
} as const satisfies Record<string, { status: number; description: string }>

export type ErrorCode = keyof typeof ERRORS

export const ERROR_CODES = valuesOf(ERRORS)

/** Maps a dotted field path, such as `create.0.text`, to a message about what is wrong and how to fix it. */
export type FieldErrors = Record<string, string>

/** An expected failure with a message for the caller. Transports hide the messages of all other errors. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly fieldErrors: FieldErrors | null
  /** Whole seconds to wait before a retry. */
  readonly retryAfter: number | null

  constructor(
    code: ErrorCode,
    message: string,
    options: { fieldErrors?: FieldErrors; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.fieldErrors = options.fieldErrors ?? null
    this.retryAfter = options.retryAfter ?? null
  }
}

/** Returns the error for a missing object. Objects of other tenants get the same error, so callers cannot detect them. */
export function notFound(noun: string): AppError {
  return new AppError('NOT_FOUND', `${noun} not found.`)
}
