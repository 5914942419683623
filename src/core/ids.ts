import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { z } from 'zod'

/** A new UUID v7 (RFC 9562): sorts by time of creation. */
export function newId(): string {
  return v7()
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 260 random bits as 52 characters of Crockford's base 32. */
export function randomToken(): string {
  let token = ''
  // 256 is a multiple of 32: the remainder is unbiased.
  for (const byte of randomBytes(52)) token += ALPHABET.charAt(byte % 32)
  return token
}

/** A new, unguessable name of an async analysis: `aa_` and 52 characters. */
export function newAnalysisId(): string {
  return `aa_${randomToken()}`
}

/** True for text that can be the name of an async analysis; the database could not even look for some of the rest. */
export function isAnalysisId(text: string): boolean {
  return /^aa_[0-9A-Z]{1,100}$/.test(text)
}

/** A UUID in any version and case, lower-cased. */
export const uuidSchema = z.guid('must be a UUID').transform((id) => id.toLowerCase())

/** True for text that can be an id of ours; anything else cannot name a row. */
export function isUuid(text: string): boolean {
  return uuidSchema.safeParse(text).success
}
