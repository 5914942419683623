import { decodeGlobalID, encodeGlobalID } from '@pothos/plugin-relay'

/** The type and the id that a global id stands for; null for text that is none. */
export function parseGlobalId(globalId: string): { typename: string; id: string } | null {
  try {
    return decodeGlobalID(globalId)
  } catch {
    return null
  }
}

/** The database's id of a type's node, given as such or as a global id. */
export function databaseIdOf(id: string, typename: string): string {
  const parsed = parseGlobalId(id)
  return parsed?.typename === typename ? parsed.id : id
}

/** The global id of a type's node. */
export function globalIdOf(typename: string, databaseId: string): string {
  return encodeGlobalID(typename, databaseId)
}
