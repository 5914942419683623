import { z } from 'zod'

/**
 * Returns the schema of a page size: at least 1, by default `usual`. Larger sizes than `most` are lowered to `most`.
 */
export function pageSizeSchema({ usual, most }: { usual: number; most: number }) {
  return z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .default(usual)
    .transform((size) => Math.min(size, most))
}

/**
 * A page of a list that is ordered by a key: at most `size` items between two keys (null for no bound), from the front or, if
 * `backward`, from the back. With this keyset pagination, inserts and deletes elsewhere do not move items between pages.
 */
export interface Page {
  size: number
  backward: boolean
  after: string | null
  before: string | null
}

/**
 * Returns the page after a key (null: from the front) for which a list selects at most `count` items, including the
 * extra item that shows whether there are more.
 */
export function itemsAfter(after: string | null, count: number): Page {
  return { size: count - 1, backward: false, after, before: null }
}

/**
 * Returns the part of a Prisma query that selects a page of a list ordered by UUID v7, which is the creation order. It selects
 * one item more than the page size, to show whether there is another page. Pass the result to {@link inListOrder}.
 */
export function idPage({ size, backward, after, before }: Page, { newestFirst = false } = {}) {
  const [above, below] = newestFirst ? [before, after] : [after, before]
  const direction: 'asc' | 'desc' = newestFirst === backward ? 'asc' : 'desc'
  return {
    where: { id: { ...(above !== null && { gt: above }), ...(below !== null && { lt: below }) } },
    orderBy: { id: direction },
    take: size + 1,
  }
}

/**
 * Returns SQL that runs a list query for each of several parents. Each row has its parent's id in the column `of`. Rows
 * are unordered.
 * @param ids the parameter with the distinct parent ids, such as `$4`
 * @param list a SELECT with `of.id` as the parent's id
 * @param options.single for statements with exactly one parent, which have no column `of`. PostgreSQL can then reuse
 *   its query plan instead of planning every call. Give such a statement a different name.
 */
export function queryPerParent(ids: string, list: string, { single = false } = {}): string {
  if (single) return `SELECT i.* FROM (${list.replaceAll('of.id', `(${ids}::uuid[])[1]`)}) AS i`
  return `SELECT of.id AS of, i.* FROM unnest(${ids}::uuid[]) AS of (id) CROSS JOIN LATERAL (${list}) AS i`
}

/** Groups rows by parent, in the order of `ids`. Rows of the same parent keep their order. */
export function groupByParent<Row>(
  ids: readonly string[],
  rows: readonly Row[],
  parentOf: (row: Row) => string | null,
): Row[][] {
  if (ids.length === 1) return [[...rows]]
  const rowsByParent = new Map<string | null, Row[]>(ids.map((id) => [id, []]))
  for (const row of rows) rowsByParent.get(parentOf(row))?.push(row)
  return ids.map((id) => rowsByParent.get(id) ?? [])
}

/** Returns the count of each parent's row, in the order of `ids`; 0 for a parent without a row. */
export function countByParent(
  ids: readonly string[],
  rows: readonly { of: string; count: number }[],
): number[] {
  const counts = new Map(rows.map(({ of, count }) => [of, count]))
  return ids.map((id) => counts.get(id) ?? 0)
}

/** Returns the items of a page in list order. Pages from the back are selected in reverse order. */
export function inListOrder<Item>(items: readonly Item[], { backward }: Page): Item[] {
  return backward ? items.toReversed() : [...items]
}
