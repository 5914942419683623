import { createHash } from 'node:crypto'
import { badFields } from './parse.ts'

/**
 * A cursor after the item of a list that has this key. It contains a digest, by which cursors that were not issued for the list
 * are recognised; it is no secret.
 */
export function cursorAfter(list: string, key: string): string {
  return Buffer.concat([digest(list, key), Buffer.from(key)]).toString('base64url')
}

/**
 * The key of the item that a cursor points after.
 * @throws {AppError} BAD_REQUEST on `cursor` for one that was not issued for this list
 */
export function keyBefore(list: string, cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url')
  const key = bytes.subarray(DIGEST).toString()
  // The text is compared too, because Buffer ignores characters that are not base64url.
  if (bytes.toString('base64url') === cursor && cursorAfter(list, key) === cursor) return key
  throw badFields({ cursor: 'is not a cursor of this list; use nextCursor of an earlier page' })
}

/** Bytes of a digest. */
const DIGEST = 8

function digest(list: string, key: string): Buffer {
  return createHash('sha256').update(`${list} ${key}`).digest().subarray(0, DIGEST)
}
