import { decodeGlobalID, encodeGlobalID } from '@pothos/plugin-relay'

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

/** Encodes the global id of a node. */
export function globalIdOf(typename: string, databaseId: string): string {
  return encodeGlobalID(typename, databaseId)
}
