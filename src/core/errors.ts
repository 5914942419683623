import { valuesOf } from '../definitions/enumeration.ts'

/** The codes of all expected failures, the same in REST, GraphQL and the command line, with the HTTP status of each. */
export const ERRORS = {
  BAD_REQUEST: { status: 400, description: 'The body or the query failed validation.' },
  INVALID_PROVIDER: { status: 400, description: 'A provider id is not known.' },
  UNAUTHORIZED: { status: 401, description: 'The key is missing, malformed, unknown or revoked.' },
  PROJECT_SCOPED_KEY_REQUIRED: {
    status: 403,
    description: 'An organization key was used on the resources of a project.',
  },
  API_CREDITS_EXCEEDED: {
    status: 403,
    description: 'There are not enough prepaid credits; nothing was started or charged.',
  },
  FORBIDDEN: { status: 403, description: 'The plan or the scope of the key does not allow this.' },
  PROMPT_LIMIT_EXCEEDED: { status: 403, description: 'The prompt limit of the plan is reached.' },
  NOT_FOUND: { status: 404, description: 'It does not exist, or this key may not see it.' },
  CONFLICT: { status: 409, description: 'A unique value is used already.' },
  RATE_LIMITED: {
    status: 429,
    description: 'There were too many requests; Retry-After says how many seconds to wait.',
  },
  INTERNAL_ERROR: { status: 500, description: 'Something went wrong on the side of the service.' },
  UPSTREAM_ERROR: { status: 502, description: 'A service behind this one failed.' },
  PROVIDER_UNAVAILABLE: {
    status: 503,
    description:
      'A requested provider is temporarily unavailable; Retry-After says how many seconds to wait.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    description:
      'A part of the service, such as its database, cannot be reached; Retry-After says how many seconds to wait.',
  },
  UPSTREAM_TIMEOUT: { status: 504, description: 'A service behind this one did not answer in time.' },
} as const satisfies Record<string, { status: number; description: string }>

export type ErrorCode = keyof typeof ERRORS

export const ERROR_CODES = valuesOf(ERRORS)

/** Field path (dotted, `create.0.text`) to what is wrong with it and how to correct it. */
export type FieldErrors = Record<string, string>

/** An expected failure with a message for the caller. Transports replace the message of anything else that is thrown. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly fieldErrors: FieldErrors | null
  /** Whole seconds to wait before trying again. */
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

/** The error for a missing id and for another tenant's, so that the two cannot be distinguished. */
export function notFound(noun: string): AppError {
  return new AppError('NOT_FOUND', `${noun} not found.`)
}
