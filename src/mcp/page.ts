import { z } from 'zod'
import { cursorAfter, keyBefore } from './cursor.ts'

/** How much JSON the items of one page may have, in UTF-16 units: about six thousand tokens of a language model. */
const PAGE_SIZE = 24_000

/** Items that are read at a time. */
const BATCH = 25

/** The argument of tools whose answers come in pages. */
export const cursorSchema = z
  .string('must be a text')
  .optional()
  .describe('nextCursor of an earlier page, for the page after it.')

/** The field of answers that come in pages. */
export const nextCursorSchema = z
  .string()
  .nullable()
  .describe('Pass it as cursor for the next page; null on the last one.')

/** A list that {@link readPage} cuts pages out of. */
interface PagedList<Item> {
  /** Names the list among all lists of all callers: a cursor of another one is refused. */
  name: string
  cursor: string | undefined
  /** At most `limit` items after the one with this key; from the front for null. */
  read(after: string | null, limit: number): Promise<Item[]>
  keyOf(item: Item): string
}

/**
 * The next items of a list, as many as fit into the context of a model, and at least one.
 * @throws {AppError} BAD_REQUEST for a cursor of another list
 */
export async function readPage<Item>({
  name,
  cursor,
  read,
  keyOf,
}: PagedList<Item>): Promise<{ items: Item[]; nextCursor: string | null }> {
  const items: Item[] = []
  let after = cursor === undefined ? null : keyBefore(name, cursor)
  let room = PAGE_SIZE
  while (true) {
    const found = await read(after, BATCH)
    for (const item of found) {
      const size = JSON.stringify(item).length
      if (items.length > 0 && size > room) return { items, nextCursor: after && cursorAfter(name, after) }
      room -= size
      items.push(item)
      after = keyOf(item)
    }
    if (found.length < BATCH) return { items, nextCursor: null }
  }
}
