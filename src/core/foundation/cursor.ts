import { createHash } from 'node:crypto'
import { badFields } from './parse.ts'

/**
 * Returns a cursor that points after the item with this key. The cursor contains a digest, so that cursors of other
 * lists are recognized. The digest is not secret.
 */
export function cursorAfter(list: string, key: string): string {
  return Buffer.concat([digest(list, key), Buffer.from(key)]).toString('base64url')
}

/**
 * Returns the key of the item that a cursor points after.
 * @throws {AppError} BAD_REQUEST on `cursor` if the cursor was not issued for this list
 */
export function keyBefore(list: string, cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url')
  const key = bytes.subarray(DIGEST).toString()
  // Also compare the text, because Buffer ignores characters that are not base64url.
  if (bytes.toString('base64url') === cursor && cursorAfter(list, key) === cursor) return key
  throw badFields({
    cursor:
      'is not a cursor of this list; use the nextCursor of an earlier page with the same filters and order',
  })
}

/** Bytes of a digest. */
const DIGEST = 8

function digest(list: string, key: string): Buffer {
  return createHash('sha256').update(`${list} ${key}`).digest().subarray(0, DIGEST)
}
