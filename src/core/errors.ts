/** Everything that can go wrong for a caller. The REST specification's codes; every surface shows the same ones. */
export const ERROR_CODES = [
  'BAD_REQUEST',
  'INVALID_PROVIDER',
  'UNAUTHORIZED',
  'PROJECT_SCOPED_KEY_REQUIRED',
  'API_CREDITS_EXCEEDED',
  'FORBIDDEN',
  'PROMPT_LIMIT_EXCEEDED',
  'NOT_FOUND',
  'CONFLICT',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UPSTREAM_ERROR',
  'PROVIDER_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** Field path (dotted, `create.0.text`) to what is wrong with it and how to mend it. */
export type FieldErrors = Record<string, string>

/** An expected failure, with a message meant for the caller. Anything else that is thrown is masked by the transports. */
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

/** The answer to a missing id and to another tenant's: the two cannot be told apart. */
export function notFound(noun: string): AppError {
  return new AppError('NOT_FOUND', `${noun} not found.`)
}
