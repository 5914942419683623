import type { FieldErrors } from '../../core/foundation/errors.ts'
import { isUuid } from '../../core/foundation/ids.ts'
import type { Page } from '../../core/foundation/page.ts'
import { badFields } from '../../core/foundation/parse.ts'

/** Default and maximum number of items per page. */
export const PAGE_SIZES = { usual: 50, most: 200 } as const

/** Arguments with which a client selects a page. */
export interface PageArguments {
  first?: number | null | undefined
  after?: string | null | undefined
  last?: number | null | undefined
  before?: string | null | undefined
}

/** A list with pages. Its id is part of every cursor, so that cursors of other lists are rejected. */
interface PagedList {
  listId: string
  /** Whether a text can be the key of an item; by default, whether it is a UUID. */
  isKey?: (text: string) => boolean
  /** Defaults to {@link PAGE_SIZES}. */
  sizes?: { usual: number; most: number }
}

/** Whether a text is a non-negative integer of at most nine digits, the key format of lists ordered by position. */
export function isOrdinal(text: string): boolean {
  return /^(0|[1-9]\d{0,8})$/.test(text)
}

/**
 * Parses the arguments of a connection.
 * @throws {AppError} BAD_REQUEST for a negative size, both sizes, or a cursor that does not belong to this list
 */
export function parsePage({ first, last, after, before }: PageArguments, list: PagedList): Page {
  const { sizes = PAGE_SIZES } = list
  const fieldErrors: FieldErrors = {}
  if (first != null && first < 0) fieldErrors.first = 'must not be negative'
  if (last != null && last < 0) fieldErrors.last = 'must not be negative'
  if (first != null && last != null) fieldErrors.last = 'give first or last, not both'
  const bounds = { after: parseCursor(after, list), before: parseCursor(before, list) }
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

/** Returns the cursor of an item: the id of the list and the key of the item in base64url. */
export function cursorOf(listId: string, key: string): string {
  return Buffer.from(`${listId}:${key}`).toString('base64url')
}

/**
 * Parses a cursor. Returns its key, null without a cursor, or undefined for a cursor that does not belong to the
 * list.
 */
function parseCursor(
  cursor: string | null | undefined,
  { listId, isKey = isUuid }: PagedList,
): string | null | undefined {
  if (cursor == null) return null
  const text = Buffer.from(cursor, 'base64url').toString()
  const key = text.startsWith(`${listId}:`) ? text.slice(listId.length + 1) : undefined
  // Encode it again and compare, because the decoder ignores invalid characters.
  return key !== undefined && isKey(key) && cursorOf(listId, key) === cursor ? key : undefined
}

/**
 * Creates a connection from a page.
 * @param items items in list order. Unless `more` is given, one item beyond the page size shows that the list
 * continues.
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
  /** Only called if `totalCount` is selected. */
  countAll: () => Promise<number>
  more?: boolean
}) {
  const shown = items.length <= page.size ? items : page.backward ? items.slice(1) : items.slice(0, page.size)
  const edges = shown.map((node) => ({ cursor: cursorOf(listId, keyOf(node)), node }))
  return {
    edges,
    pageInfo: {
      // The item at the given cursor lies beyond the page on that side.
      hasNextPage: page.backward ? page.before !== null : more,
      hasPreviousPage: page.backward ? more : page.after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    countAll,
  }
}

/** How a list is read: a page of its items, and their total number, which is counted only if `totalCount` is selected. */
interface ListReader<Item> {
  items: (page: Page) => Promise<readonly Item[]>
  countAll: () => Promise<number>
}

/**
 * Parses the arguments of a connection, reads the page and creates the connection.
 * @throws {AppError} see {@link parsePage}
 */
export async function readConnection<Item>(
  args: PageArguments,
  { items, keyOf, countAll, ...list }: PagedList & ListReader<Item> & { keyOf: (item: Item) => string },
) {
  const page = parsePage(args, list)
  return connectionOf({ items: await items(page), page, listId: list.listId, keyOf, countAll })
}

/** Does the same as {@link readConnection} for a list that is ordered by the ids of its items. */
export async function readConnectionById<Item extends { id: string }>(
  args: PageArguments,
  listId: string,
  reader: ListReader<Item>,
) {
  return readConnection(args, { listId, ...reader, keyOf: ({ id }) => id })
}
