import type { Context } from 'hono'
import { authorize, type Permission } from '../core/authorize.ts'
import { badFields } from '../core/parse.ts'
import type { HttpEnv } from '../http/environment.ts'

/**
 * The named parameters of the query that are given; the operation checks their values. The permission is the operation's
 * own and is checked here too, because a wrong scope (403) comes before a wrong query (400).
 * @throws {AppError} what authorize throws; BAD_REQUEST for a parameter that is given more than once
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

/** A whole number in decimal digits; NaN, which no operation accepts, for any other text. */
export function wholeNumber(text: string): number {
  return /^-?\d+$/.test(text) ? Number(text) : Number.NaN
}

/**
 * A boolean parameter; false when it is not given.
 * @throws {AppError} BAD_REQUEST for anything but `true` and `false`
 */
export function booleanOf<Name extends string>(query: Partial<Record<Name, string>>, name: Name): boolean {
  const text = query[name] ?? 'false'
  if (text !== 'true' && text !== 'false') throw badFields({ [name]: 'must be true or false' })
  return text === 'true'
}
