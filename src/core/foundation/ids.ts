import { hash, randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { z } from 'zod'

/** Returns a new UUID v7 (RFC 9562), which sorts by creation time. @param at creation time, by default now */
export function newId(at?: Date): string {
  return v7(at && { msecs: at.getTime() })
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns 260 random bits as 52 characters of Crockford's base 32. */
export function randomToken(): string {
  let token = ''
  // 256 is a multiple of 32, so the remainder is unbiased.
  for (const byte of randomBytes(52)) token += ALPHABET.charAt(byte % 32)
  return token
}

/** Returns the SHA-256 hash to store for a secret. A fast hash is safe because the secrets have at least 128 random bits. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', token, 'buffer'))
}

/** Returns a new unguessable id of an async analysis: `aa_` and 52 characters. */
export function newAnalysisId(): string {
  return `aa_${randomToken()}`
}

/** Returns whether text has the form of an analysis id. Other text must not reach the database, which may reject it. */
export function isAnalysisId(text: string): boolean {
  return /^aa_[0-9A-Z]{1,100}$/.test(text)
}

/** Parses a UUID of any version, and converts it to lower case. */
export const uuidSchema = z.guid('must be a UUID').transform((id) => id.toLowerCase())

/** Returns whether text has the form of a row id. */
export function isUuid(text: string): boolean {
  return uuidSchema.safeParse(text).success
}

/** Returns the records of rows in the order of `ids`, which may have any letter case; null for an id without a row. */
export function inIdOrder<Row extends { id: string }, Shown>(
  ids: readonly string[],
  rows: readonly Row[],
  toRecord: (row: Row) => Shown,
  idOf: (row: Row) => string | null = ({ id }) => id,
): (Shown | null)[] {
  const recordsById = new Map(rows.map((row) => [idOf(row), toRecord(row)]))
  return ids.map((id) => recordsById.get(id.toLowerCase()) ?? null)
}
