import { z } from 'zod'
import { cursorAfter, keyBefore } from '../../core/foundation/cursor.ts'
import { itemsAfter, type Page, pageSizeSchema } from '../../core/foundation/page.ts'
import { parse } from '../../core/foundation/parse.ts'
import { wholeNumber } from './query.ts'

/** Default and maximum number of items per page of a list. */
export const LIST_PAGE = { usual: 50, most: 200 } as const

/** Query parameters of a list with cursors, for OpenAPI. */
export const PAGE_PARAMETERS = {
  limit: z
    .int()
    .min(1)
    .default(LIST_PAGE.usual)
    .describe(`Items per page; values above ${LIST_PAGE.most} are reduced to it.`),
  cursor: z.string().optional().describe('`nextCursor` of the previous page.'),
}

const limitSchema = z.object({ limit: pageSizeSchema(LIST_PAGE) })

/** A list that is read page by page. */
interface PagedList<Item> {
  /** Unique name of the list, its owner and its filters; a cursor is valid only for the same list. */
  list: string
  /** The parameters of the request. */
  query: { limit: string | undefined; cursor: string | undefined }
  /** Returns a page plus one extra item if there are more. */
  read: (page: Page) => Promise<Item[]>
  keyOf: (item: Item) => string
}

/**
 * Returns a page of a list and the cursor of the next page.
 * @throws {AppError} BAD_REQUEST for an invalid limit or a cursor of another list
 */
export async function pageOf<Item>({
  list,
  query,
  read,
  keyOf,
}: PagedList<Item>): Promise<{ items: Item[]; nextCursor: string | null }> {
  const { limit, after } = positionOf(list, query)
  const rows = await read(itemsAfter(after, limit + 1))
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: last && rows.length > limit ? cursorAfter(list, keyOf(last)) : null }
}

/**
 * Yields all items of a list after the cursor, page by page; with a limit, only one page.
 * @throws {AppError} as {@link pageOf}, before the first page
 */
export async function* allPages<Item>(paged: PagedList<Item>): AsyncGenerator<Item[]> {
  const { query } = paged
  const first = await pageOf(
    query.limit === undefined ? { ...paged, query: { ...query, limit: MOST } } : paged,
  )
  yield first.items
  if (query.limit !== undefined) return
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const { items, nextCursor } = await pageOf({ ...paged, query: { limit: MOST, cursor } })
    yield items
    cursor = nextCursor
  }
}

const MOST = String(LIST_PAGE.most)

function positionOf(list: string, { limit, cursor }: PagedList<never>['query']) {
  return {
    ...parse(limitSchema, limit === undefined ? {} : { limit: wholeNumber(limit) }),
    after: cursor === undefined ? null : keyBefore(list, cursor),
  }
}
