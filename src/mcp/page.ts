import { z } from 'zod'
import { cursorAfter, keyBefore } from '../core/cursor.ts'
import { LARGEST_ANSWER, shortened, sizeOf } from './size.ts'

/** Items that are read at a time. */
const BATCH = 25

/** Room for the names of fields and the cursor, in UTF-16 units. */
const FRAME = 500

/** Room that items have on every page, in UTF-16 units. */
const LEAST_ROOM = LARGEST_ANSWER / 4

/** The most JSON that the other fields of an answer may have, so that all of it stays small enough, in UTF-16 units. */
export const LARGEST_HEAD = LARGEST_ANSWER - FRAME - LEAST_ROOM

/** The argument of tools that answer in pages. */
export const cursorSchema = z
  .string('must be a text')
  .optional()
  .describe('nextCursor of the page before; else the same arguments.')

/** The field of answers that come in pages. */
export const nextCursorSchema = z.string().nullable().describe('Null on the last page.')

/** A list that can be read from any of its items on. */
export interface List<Item> {
  /** At most `limit` items after the one with this key; from the front for null. Fewer only at the end of the list. */
  read(after: string | null, limit: number): Promise<Item[]>
  keyOf(item: Item): string
}

/** The key that a page begins after; null for the first page. @throws {AppError} BAD_REQUEST for a cursor of another list */
export function positionIn(list: string, cursor: string | undefined): string | null {
  return cursor === undefined ? null : keyBefore(list, cursor)
}

/** What {@link readPage} cuts a page out of. */
interface Paged<Item, Shown> extends List<Item> {
  /** Names the list among all lists of all callers: a cursor of another one is refused. */
  name: string
  /** See {@link positionIn}. */
  after: string | null
  /** What an item looks like in the answer. */
  show(item: Item): Shown
  /** Which items are wanted; all unless given. */
  matches?(item: Item): boolean
  /** The other fields of the answer. */
  beside?: object
  /** Items of the page, at most. */
  most?: number
}

/**
 * The next items of a list, as many as the answer has room for, and at least one: an item that is larger than the room is
 * shortened.
 */
export async function readPage<Item, Shown>({
  name,
  after: first,
  read,
  keyOf,
  matches = () => true,
  show,
  beside = {},
  most = Number.POSITIVE_INFINITY,
}: Paged<Item, Shown>): Promise<{ items: Shown[]; nextCursor: string | null }> {
  const items: Shown[] = []
  let after = first
  let room = Math.max(LARGEST_ANSWER - sizeOf(beside) - FRAME, LEAST_ROOM)
  while (true) {
    const limit = Math.min(BATCH, most + 1 - items.length)
    const found = await read(after, limit)
    for (const item of found) {
      if (!matches(item)) {
        after = keyOf(item)
        continue
      }
      const shown = items.length === 0 ? shortened(show(item), room) : show(item)
      room -= sizeOf(shown) + 1
      if (items.length === most || (items.length > 0 && room < 0))
        return { items, nextCursor: after && cursorAfter(name, after) }
      items.push(shown)
      after = keyOf(item)
    }
    if (found.length < limit) return { items, nextCursor: null }
  }
}

/** A list that is in memory already; its order is the same at each call. */
export function listOf<Item>(all: readonly Item[]): List<{ item: Item; index: number }> {
  return {
    async read(after, limit) {
      const start = after === null ? 0 : Number(after) + 1
      return all.slice(start, start + limit).map((item, index) => ({ item, index: start + index }))
    },
    keyOf: ({ index }) => String(index),
  }
}

/** Two lists, one after the other: a page may contain items of both. */
export function concatenated<First, Second>(
  first: List<First>,
  second: List<Second>,
): List<{ first: First } | { second: Second }> {
  return {
    async read(after, limit) {
      const key = after?.slice(2) ?? null
      const inSecond = after?.startsWith('2') ?? false
      const start = inSecond ? [] : await first.read(key, limit)
      const rest = start.length < limit ? await second.read(inSecond ? key : null, limit - start.length) : []
      return [...start.map((item) => ({ first: item })), ...rest.map((item) => ({ second: item }))]
    },
    keyOf: (item) => ('first' in item ? `1~${first.keyOf(item.first)}` : `2~${second.keyOf(item.second)}`),
  }
}

/** A key that says which batch the rest is of, so that all pages are of the same one. */
export function keyWithin(batchId: string, key: string): string {
  return `${batchId}~${key}`
}

/** The parts of a key of {@link keyWithin}; null for both on the first page. */
export function splitKey(key: string | null): { batchId: string | null; key: string | null } {
  if (key === null) return { batchId: null, key: null }
  const end = key.indexOf('~')
  return { batchId: key.slice(0, end), key: key.slice(end + 1) }
}
