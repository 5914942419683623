import { z } from 'zod'
import { cursorAfter, keyBefore } from '../../core/foundation/cursor.ts'
import { MAX_RESPONSE_SIZE, shortened, sizeOf } from './size.ts'

/** Number of items loaded at a time. */
const BATCH = 25

/** Space reserved for field names and the cursor, in UTF-16 units. */
const FRAME = 500

/** Minimum space for items on every page, in UTF-16 units. */
const MIN_ITEMS_SIZE = MAX_RESPONSE_SIZE / 4

/**
 * Maximum JSON size of the other fields of a response, in UTF-16 units. Larger heads would make the response exceed
 * {@link MAX_RESPONSE_SIZE}.
 */
export const MAX_HEAD_SIZE = MAX_RESPONSE_SIZE - FRAME - MIN_ITEMS_SIZE

/** Argument of tools that return pages. */
export const cursorSchema = z.string('must be a text').optional().describe('nextCursor of the previous page.')

/** Response field of tools that return pages. */
export const nextCursorSchema = z.string().nullable().describe('Null on the last page.')

/** A list that can be read starting after any of its items. */
export interface List<Item> {
  /**
   * Returns up to `limit` items after the item with this key, or from the start for null. Returns fewer only at the
   * end of the list.
   */
  read(after: string | null, limit: number): Promise<Item[]>
  keyOf(item: Item): string
}

/**
 * Returns the key after which a page starts, or null for the first page.
 * @throws {AppError} BAD_REQUEST for a cursor of another list
 */
export function positionIn(list: string, cursor: string | undefined): string | null {
  return cursor === undefined ? null : keyBefore(list, cursor)
}

/** Options of {@link splitIntoPages}. */
interface Paged<Item, Shown> extends List<Item> {
  /** Unique name of the list across all lists and callers. Cursors of other lists are rejected. */
  name: string
  /** Result of {@link positionIn}. */
  after: string | null
  /** Converts an item to its form in the response. */
  show(item: Item): Shown
  /** Filters the items; defaults to all. */
  matches?(item: Item): boolean
  /** Other fields of the response, which take up space. */
  head?: object
  /** Maximum number of items per page. */
  maxItems?: number
}

/**
 * Returns the next items of a list, as many as fit into the response and at least one. If the first item is too
 * large, it is shortened.
 */
export async function splitIntoPages<Item, Shown>({
  name,
  after: first,
  read,
  keyOf,
  matches = () => true,
  show,
  head = {},
  maxItems = Number.POSITIVE_INFINITY,
}: Paged<Item, Shown>): Promise<{ items: Shown[]; nextCursor: string | null }> {
  const items: Shown[] = []
  let after = first
  let room = Math.max(MAX_RESPONSE_SIZE - sizeOf(head) - FRAME, MIN_ITEMS_SIZE)
  while (true) {
    const limit = Math.min(BATCH, maxItems + 1 - items.length)
    const loaded = await read(after, limit)
    for (const item of loaded) {
      if (!matches(item)) {
        after = keyOf(item)
        continue
      }
      const shown = items.length === 0 ? shortened(show(item), room) : show(item)
      room -= sizeOf(shown) + 1
      if (items.length === maxItems || (items.length > 0 && room < 0))
        return { items, nextCursor: after && cursorAfter(name, after) }
      items.push(shown)
      after = keyOf(item)
    }
    if (loaded.length < limit) return { items, nextCursor: null }
  }
}

/** Wraps an array as a {@link List}. The order must be the same on each call. */
export function listOf<Item>(all: readonly Item[]): List<{ item: Item; index: number }> {
  return {
    async read(after, limit) {
      const start = after === null ? 0 : Number(after) + 1
      return all.slice(start, start + limit).map((item, index) => ({ item, index: start + index }))
    },
    keyOf: ({ index }) => String(index),
  }
}

/** Concatenates two lists. A page may contain items of both. */
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

/** Returns a key that includes a batch id, so that all pages show the same batch. */
export function keyWithin(batchId: string, key: string): string {
  return `${batchId}~${key}`
}

/** Splits a key made by {@link keyWithin}. Both parts are null on the first page. */
export function splitKey(key: string | null): { batchId: string | null; key: string | null } {
  if (key === null) return { batchId: null, key: null }
  const end = key.indexOf('~')
  return { batchId: key.slice(0, end), key: key.slice(end + 1) }
}
