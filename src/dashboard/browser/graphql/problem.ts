import type { CombinedError } from 'urql'

/** Why something could not be read or done, in words for the reader. */
export interface Problem {
  /** A code of the error table, `NETWORK` without an answer of the server. */
  code: string
  message: string
  /** By the path of the field, such as `create.0.text`. */
  fieldErrors: Readonly<Record<string, readonly string[]>>
  /** Seconds. */
  retryAfter: number | null
}

/** The errors of an operation. */
export function problemsOf(error: CombinedError): Problem[] {
  if (error.networkError) {
    return [
      {
        code: 'NETWORK',
        message: 'The server cannot be reached. Check your connection; nothing was lost.',
        fieldErrors: {},
        retryAfter: null,
      },
    ]
  }
  return error.graphQLErrors.map(({ message, extensions }) => ({
    code: typeof extensions.code === 'string' ? extensions.code : 'INTERNAL_ERROR',
    message,
    fieldErrors: fieldErrorsOf(extensions.fieldErrors),
    retryAfter: typeof extensions.retryAfter === 'number' ? extensions.retryAfter : null,
  }))
}

/** The first error of an operation, which says what has to be done; null without an error. */
export function problemOf(error: CombinedError | undefined): Problem | null {
  return (error && problemsOf(error)[0]) ?? null
}

function fieldErrorsOf(given: unknown): Record<string, string[]> {
  if (typeof given !== 'object' || given === null) return {}
  return Object.fromEntries(
    Object.entries(given).map(([field, messages]) => [
      field,
      Array.isArray(messages) ? messages.map(String) : [String(messages)],
    ]),
  )
}
