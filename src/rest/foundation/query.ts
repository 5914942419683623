import type { Context } from 'hono'
import { authorize, type Permission } from '../../core/access/authorize.ts'
import { badFields } from '../../core/foundation/parse.ts'
import type { HttpEnv } from '../../http/environment.ts'

/**
 * Returns the named query parameters that are present; the operation validates their values. Also checks the
 * permission that the operation requires, because a missing permission (403) takes precedence over an invalid query
 * (400).
 * @throws {AppError} errors of `authorize`; BAD_REQUEST for a repeated parameter
 */
export function queryOf<Name extends string>(
  context: Context<HttpEnv>,
  permission: Permission,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  authorize(context.get('ctx'), permission)
  const query: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const [value, ...more] = context.req.queries(name) ?? []
    if (more.length > 0) throw badFields({ [name]: 'is given more than once' })
    if (value !== undefined) query[name] = value
  }
  return query
}

/** Parses an integer in decimal digits. Returns NaN for any other text, which all operations reject. */
export function wholeNumber(text: string): number {
  return /^-?\d+$/.test(text) ? Number(text) : Number.NaN
}

/**
 * Parses a boolean parameter; defaults to false.
 * @throws {AppError} BAD_REQUEST for anything other than `true` and `false`
 */
export function booleanOf<Name extends string>(
  query: Partial<Record<Name, string | undefined>>,
  name: Name,
): boolean {
  const text = query[name] ?? 'false'
  if (text !== 'true' && text !== 'false') throw badFields({ [name]: 'must be true or false' })
  return text === 'true'
}

/**
 * Parses a boolean parameter; undefined if the query does not have it.
 * @throws {AppError} as {@link booleanOf}
 */
export function optionalBooleanOf<Name extends string>(
  query: Partial<Record<Name, string | undefined>>,
  name: Name,
): boolean | undefined {
  return query[name] === undefined ? undefined : booleanOf(query, name)
}
