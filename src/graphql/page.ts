import type { FieldErrors } from '../core/errors.ts'
import { isUuid } from '../core/ids.ts'
import type { Page } from '../core/page.ts'
import { badFields } from '../core/parse.ts'

/** Items of a page: the default and the maximum. */
export const PAGE_SIZES = { usual: 50, most: 200 } as const

/** The arguments by which a client says which page it wants. */
export interface PageArguments {
  first?: number | null | undefined
  after?: string | null | undefined
  last?: number | null | undefined
  before?: string | null | undefined
}

/** A list with pages. Its id is part of every cursor, so that a cursor of another list is refused. */
export interface PagedList {
  listId: string
  /** Whether text can be the key of an item; by default whether it is a UUID. */
  isKey?: (text: string) => boolean
  /** By default {@link PAGE_SIZES}. */
  sizes?: { usual: number; most: number }
}

/** Whether text is a non-negative integer of at most nine digits: the key of lists whose items have a position. */
export function isOrdinal(text: string): boolean {
  return /^(0|[1-9]\d{0,8})$/.test(text)
}

/**
 * Reads the arguments of a connection over a list.
 * @throws {AppError} BAD_REQUEST for a negative size, both sizes, and a cursor that was not given out for this list
 */
export function parsePage({ first, last, after, before }: PageArguments, list: PagedList): Page {
  const { sizes = PAGE_SIZES } = list
  const fieldErrors: FieldErrors = {}
  if (first != null && first < 0) fieldErrors.first = 'must not be negative'
  if (last != null && last < 0) fieldErrors.last = 'must not be negative'
  if (first != null && last != null) fieldErrors.last = 'give first or last, not both'
  const bounds = { after: readCursor(after, list), before: readCursor(before, list) }
  if (bounds.after === undefined) fieldErrors.after = 'is not a cursor of this list'
  if (bounds.before === undefined) fieldErrors.before = 'is not a cursor of this list'
  if (Object.keys(fieldErrors).length > 0) throw badFields(fieldErrors)
  return {
    size: Math.min(last ?? first ?? sizes.usual, sizes.most),
    backward: last != null,
    after: bounds.after ?? null,
    before: bounds.before ?? null,
  }
}

/** The cursor of an item: the id of the list and the key of the item, in base64url. */
export function cursorOf(listId: string, key: string): string {
  return Buffer.from(`${listId}:${key}`).toString('base64url')
}

/** The key in a cursor; null without a cursor, undefined for a cursor that does not belong to the list. */
function readCursor(
  cursor: string | null | undefined,
  { listId, isKey = isUuid }: PagedList,
): string | null | undefined {
  if (cursor == null) return null
  const text = Buffer.from(cursor, 'base64url').toString()
  const key = text.startsWith(`${listId}:`) ? text.slice(listId.length + 1) : undefined
  // Encoded again and compared, because the decoder ignores invalid characters.
  return key !== undefined && isKey(key) && cursorOf(listId, key) === cursor ? key : undefined
}

/**
 * Makes a connection of a page. `items` are in list order; one item more than the size of the page says that there are more
 * beyond it, unless `more` says so.
 */
export function connectionOf<Item>({
  items,
  page,
  listId,
  keyOf,
  countAll,
  more = items.length > page.size,
}: {
  items: readonly Item[]
  page: Page
  listId: string
  keyOf: (item: Item) => string
  /** Called only when `totalCount` is asked for. */
  countAll: () => Promise<number>
  more?: boolean
}) {
  const shown = items.length <= page.size ? items : page.backward ? items.slice(1) : items.slice(0, page.size)
  const edges = shown.map((node) => ({ cursor: cursorOf(listId, keyOf(node)), node }))
  return {
    edges,
    pageInfo: {
      // The item of the given cursor lies beyond the page on that side.
      hasNextPage: page.backward ? page.before !== null : more,
      hasPreviousPage: page.backward ? more : page.after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    countAll,
  }
}
