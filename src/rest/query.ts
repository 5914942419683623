import type { Context } from 'hono'
import { authorize, type Permission } from '../core/authorize.ts'
import { badFields } from '../core/parse.ts'
import type { RestEnv } from './context.ts'

/**
 * Some parameters of the query, those that are given; their values are the verb's to check. The permission is the verb's
 * own, asked for here too because a wrong scope is told before a wrong query (contract §3 "Order of checks").
 * @throws {AppError} what authorize throws; BAD_REQUEST for a parameter that is given more than once
 */
export function queryOf<Name extends string>(
  context: Context<RestEnv>,
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

/** A whole number in decimal digits; NaN, which no verb takes, for any other text. */
export function wholeNumber(text: string): number {
  return /^-?\d+$/.test(text) ? Number(text) : Number.NaN
}
