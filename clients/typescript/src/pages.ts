import { type Outcome, unwrap } from './client.ts'

/** A page of a list with cursors. */
interface CursorPage<Item> {
  data: Item[]
  nextCursor: string | null
}

/** A page of results. */
interface OffsetPage<Item> {
  data: Item[]
  pagination: { offset: number; hasMore: boolean }
}

/**
 * Yields the items of all pages of a list with cursors, and loads each page when it is needed:
 * `eachItem((cursor) => rest.GET('/v1/prompts', { params: { query: { cursor } } }))`.
 * @throws {AnswergraphError} if a page cannot be loaded
 */
export async function* eachItem<Item>(
  loadPage: (cursor: string | undefined) => Promise<Outcome<CursorPage<Item>>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined
  do {
    const page = await unwrap(loadPage(cursor))
    yield* page.data
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

/**
 * Yields the results of all pages, and loads each page when it is needed:
 * `eachResult((offset) => rest.GET('/v1/analysis/results', { params: { query: { runId, offset } } }))`.
 * @throws {AnswergraphError} if a page cannot be loaded
 */
export async function* eachResult<Item>(
  loadPage: (offset: number) => Promise<Outcome<OffsetPage<Item>>>,
): AsyncGenerator<Item, void, undefined> {
  let offset = 0
  for (let hasMore = true; hasMore; ) {
    const { data, pagination } = await unwrap(loadPage(offset))
    yield* data
    offset = pagination.offset + data.length
    hasMore = pagination.hasMore && data.length > 0
  }
}
