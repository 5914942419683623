import type { CombinedError } from 'urql'

/** An error message for the user. */
export interface Problem {
  /** An error code of the API, or `NETWORK` if the server did not respond. */
  code: string
  message: string
  /** Messages by field path, such as `create.0.text`. */
  fieldErrors: Readonly<Record<string, readonly string[]>>
  /** In seconds. */
  retryAfter: number | null
}

/** Returns the errors of an operation. */
export function problemsOf(error: CombinedError): Problem[] {
  if (error.networkError) {
    return [
      {
        code: 'NETWORK',
        message: 'The server cannot be reached. Check your connection. No data was lost.',
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

/** Returns the first error of an operation, or null. */
export function problemOf(error: CombinedError | undefined): Problem | null {
  return (error && problemsOf(error)[0]) ?? null
}

function fieldErrorsOf(value: unknown): Record<string, string[]> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).map(([field, messages]) => [
      field,
      Array.isArray(messages) ? messages.map(String) : [String(messages)],
    ]),
  )
}
