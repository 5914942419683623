import type { Problem } from '../graphql/problem.ts'

/** A response of the server outside of GraphQL. */
export type AuthAnswer = { data: unknown; problem: null } | { data: null; problem: Problem }

/** Calls an endpoint of /api/auth, such as `sign-in/email`. Never throws; errors are returned as `problem`. */
export function askAuth(endpoint: string, body?: Readonly<Record<string, unknown>>): Promise<AuthAnswer> {
  return askServer(`/api/auth/${endpoint}`, body)
}

/**
 * Calls an endpoint that returns JSON: by GET or, with a body, by POST. Never throws; errors are returned as `problem`.
 * @param headers additional headers, such as X-Organization
 */
export async function askServer(
  path: string,
  body?: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<AuthAnswer> {
  try {
    const response = await fetch(path, {
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const data: unknown = await response.json()
    if (response.ok) return { data, problem: null }
    return { data: null, problem: problemIn(data, response.headers.get('Retry-After')) }
  } catch {
    return { data: null, problem: problem('NETWORK', 'The server cannot be reached. Check your connection.') }
  }
}

/** Returns a string property of a response, or null. */
export function textIn(data: unknown, name: string): string | null {
  const value = typeof data === 'object' && data !== null ? Reflect.get(data, name) : null
  return typeof value === 'string' ? value : null
}

/** Returns a list of texts in a response; empty if there is none. */
export function textsIn(data: unknown, name: string): string[] {
  const value = typeof data === 'object' && data !== null ? Reflect.get(data, name) : null
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

/** Whether a property of a response is true. */
export function isTrueIn(data: unknown, name: string): boolean {
  return typeof data === 'object' && data !== null && Reflect.get(data, name) === true
}

function problemIn(data: unknown, retryAfter: string | null): Problem {
  const error = typeof data === 'object' && data !== null ? Reflect.get(data, 'error') : null
  const details = typeof data === 'object' && data !== null ? Reflect.get(data, 'details') : null
  const fields = typeof details === 'object' && details !== null ? Reflect.get(details, 'fieldErrors') : null
  return {
    code: textIn(error, 'code') ?? 'INTERNAL_ERROR',
    message: textIn(error, 'message') ?? 'Something went wrong. Try again.',
    fieldErrors:
      typeof fields === 'object' && fields !== null
        ? Object.fromEntries(
            Object.entries(fields).map(([field, messages]) => [field, [messages].flat().map(String)]),
          )
        : {},
    retryAfter: retryAfter === null ? null : Number(retryAfter),
  }
}

function problem(code: string, message: string): Problem {
  return { code, message, fieldErrors: {}, retryAfter: null }
}
