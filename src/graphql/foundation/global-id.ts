import { decodeGlobalID, encodeGlobalID } from '@pothos/plugin-relay'
import { IMMUTABLE } from './field-extensions.ts'

/** Decodes a global id into its type name and database id; null if the text is not a global id. */
export function parseGlobalId(globalId: string): { typename: string; id: string } | null {
  try {
    return decodeGlobalID(globalId)
  } catch {
    return null
  }
}

/**
 * Returns the database id of a node from its database id or global id. A global id of another type is returned
 * unchanged.
 */
export function databaseIdOf(id: string, typename: string): string {
  const parsed = parseGlobalId(id)
  return parsed?.typename === typename ? parsed.id : id
}

/**
 * Options of the field `id` of an object that is not a node, such as the metrics of a part of a run. Caches need it to
 * merge the fields that several queries select from the same object.
 */
export const CACHE_ID = {
  ...IMMUTABLE,
  description:
    'Identifies the object in caches: opaque and unique across all types. `node` does not accept it.',
} as const

/**
 * Returns the value of a {@link CACHE_ID}.
 * @param parts everything that determines the values of the object, such as the run and the filter
 */
export function cacheIdOf(typename: string, ...parts: readonly string[]): string {
  return encodeGlobalID(typename, parts.join(':'))
}

/** Encodes the global id of a node. */
export function globalIdOf(typename: string, databaseId: string): string {
  return encodeGlobalID(typename, databaseId)
}
