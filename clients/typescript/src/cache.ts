import { CONNECTIONS, POSSIBLE_TYPES, TYPES_WITHOUT_ID } from './schema-facts.ts'

/** The type of the only object without an id that is not a part of another object: the caller. */
const SINGLETON = 'Viewer'

/** Arguments that set the size of a page. Lists with another size are other lists: a list of 3 must not show 14 items. */
const PAGE_SIZE = ['first', 'last']

/** Options of Apollo's `InMemoryCache`. */
export interface ApolloCacheOptions<Policy> {
  possibleTypes: Record<string, string[]>
  typePolicies: Record<string, { keyFields?: false | []; fields?: Record<string, Policy> }>
}

/**
 * Returns the options of Apollo's `InMemoryCache`: pages of the same list are merged; lists with another filter, order or
 * page size stay apart; and objects without an id belong to the object that contains them. Pass `relayStylePagination` from
 * `@apollo/client/utilities`.
 */
export function apolloCacheOptions<Policy>(
  relayStylePagination: (keyArgs: string[]) => Policy,
): ApolloCacheOptions<Policy> {
  const lists = Object.entries(CONNECTIONS).map(([type, fields]) => {
    const policies = Object.entries(fields).map(([field, keys]) => [
      field,
      relayStylePagination([...keys, ...PAGE_SIZE]),
    ])
    return [type, { fields: Object.fromEntries(policies) }] as const
  })
  const embedded = TYPES_WITHOUT_ID.map((type) => [type, { keyFields: false as const }] as const)
  return {
    possibleTypes: POSSIBLE_TYPES,
    typePolicies: { ...Object.fromEntries([...embedded, ...lists]), [SINGLETON]: { keyFields: [] } },
  }
}

/** Options of urql's `cacheExchange` from `@urql/exchange-graphcache`. */
export interface UrqlCacheOptions {
  keys: Record<string, () => string | null>
}

/**
 * Returns the options of urql's normalized cache: objects without an id belong to the object that contains them. Each page
 * of a list is cached by its arguments.
 */
export function urqlCacheOptions(): UrqlCacheOptions {
  const embedded = TYPES_WITHOUT_ID.map((type) => [type, () => null] as const)
  return { keys: { ...Object.fromEntries(embedded), [SINGLETON]: () => SINGLETON } }
}
