import type { FieldErrors } from '../core/errors.ts'
import { badFields } from '../core/parse.ts'

const DEFAULT_PAGE_SIZE = 50
const LARGEST_PAGE_SIZE = 200

/** What a client may say about the page it wants. */
export interface PageArguments {
  first?: number | null | undefined
  after?: string | null | undefined
  last?: number | null | undefined
  before?: string | null | undefined
}

/** A page of a list that is ordered by whole numbers: at most `size` items between two of them, from the front or the back. */
export interface Page {
  size: number
  backward: boolean
  after: number | null
  before: number | null
}

/** How many items a page holds when this many are asked for. */
export function pageSizeOf(asked: number | null | undefined): number {
  return Math.min(asked ?? DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE)
}

/**
 * Reads the arguments of a connection over the list with this id.
 * @throws {AppError} BAD_REQUEST for a negative size, both sizes, and a cursor that was not given out for this list
 */
export function parsePage({ first, last, after, before }: PageArguments, listId: string): Page {
  const fieldErrors: FieldErrors = {}
  if (first != null && first < 0) fieldErrors.first = 'must not be negative'
  if (last != null && last < 0) fieldErrors.last = 'must not be negative'
  if (first != null && last != null) fieldErrors.last = 'give first or last, not both'
  const bounds = { after: readCursor(after, listId), before: readCursor(before, listId) }
  if (Number.isNaN(bounds.after)) fieldErrors.after = 'is not a cursor of this list'
  if (Number.isNaN(bounds.before)) fieldErrors.before = 'is not a cursor of this list'
  if (Object.keys(fieldErrors).length > 0) throw badFields(fieldErrors)
  return { size: pageSizeOf(last ?? first), backward: last != null, ...bounds }
}

/** The cursor of the item with this number in the list with this id. */
function cursorOf(listId: string, ordinal: number): string {
  return Buffer.from(`${listId}:${ordinal}`).toString('base64url')
}

/** The number a cursor stands for, NaN when it is none of this list, null when there is none. */
function readCursor(cursor: string | null | undefined, listId: string): number | null {
  if (cursor == null) return null
  const [, list, digits] =
    /^([^:]*):(0|[1-9]\d{0,8})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const ordinal = Number(digits)
  // Written again and compared: the decoder overlooks what it cannot read.
  return list === listId && cursorOf(listId, ordinal) === cursor ? ordinal : Number.NaN
}

/** A page in the shape of a connection; `items` holds one more than the page where there is more beyond it. */
export function connectionOf<Item extends { ordinal: number }>({
  items,
  page,
  listId,
  countAll,
}: {
  items: readonly Item[]
  page: Page
  listId: string
  countAll: () => Promise<number>
}) {
  const more = items.length > page.size
  const shown = !more ? items : page.backward ? items.slice(1) : items.slice(0, page.size)
  const edges = shown.map((node) => ({ cursor: cursorOf(listId, node.ordinal), node }))
  return {
    edges,
    pageInfo: {
      // The item of the other bound lies beyond it.
      hasNextPage: page.backward ? page.before !== null : more,
      hasPreviousPage: page.backward ? more : page.after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    countAll,
  }
}
