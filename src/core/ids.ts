import { hash, randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { z } from 'zod'

/** A new UUID v7 (RFC 9562): sorts by time of creation, which is now unless another is given. */
export function newId(at?: Date): string {
  return v7(at && { msecs: at.getTime() })
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 260 random bits as 52 characters of Crockford's base 32. */
export function randomToken(): string {
  let token = ''
  // 256 is a multiple of 32: the remainder is unbiased.
  for (const byte of randomBytes(52)) token += ALPHABET.charAt(byte % 32)
  return token
}

/** What is stored of a secret with at least 128 random bits: SHA-256. It has enough entropy for a fast hash to be safe. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', token, 'buffer'))
}

/** A new id of an async analysis that cannot be guessed: `aa_` and 52 characters. */
export function newAnalysisId(): string {
  return `aa_${randomToken()}`
}

/** True for text in the form of an analysis id. Other text must not reach the database, which refuses some of it. */
export function isAnalysisId(text: string): boolean {
  return /^aa_[0-9A-Z]{1,100}$/.test(text)
}

/** A UUID in any version and case, lower-cased. */
export const uuidSchema = z.guid('must be a UUID').transform((id) => id.toLowerCase())

/** True for text in the form of a row's id. */
export function isUuid(text: string): boolean {
  return uuidSchema.safeParse(text).success
}

/** The records of rows in the order of `ids`, which may be in any letter case; null for an id without a row. */
export function inIdOrder<Row extends { id: string }, Shown>(
  ids: readonly string[],
  rows: readonly Row[],
  toRecord: (row: Row) => Shown,
  idOf: (row: Row) => string | null = ({ id }) => id,
): (Shown | null)[] {
  const found = new Map(rows.map((row) => [idOf(row), toRecord(row)]))
  return ids.map((id) => found.get(id.toLowerCase()) ?? null)
}
