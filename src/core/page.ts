import { z } from 'zod'

/** Schema of a requested page size: at least 1, `usual` by default; a size above `most` is lowered to it. */
export function pageSizeSchema({ usual, most }: { usual: number; most: number }) {
  return z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .default(usual)
    .transform((size) => Math.min(size, most))
}

/**
 * A page of a list that is ordered by a key: at most `size` items between two keys (null for none), from the front or, when
 * `backward`, from the back. Keyset pagination: inserts and deletes elsewhere do not move items between pages.
 */
export interface Page {
  size: number
  backward: boolean
  after: string | null
  before: string | null
}

/** The page of a list after a key (null: from the front) with which the list selects at most `count` items, its one more included. */
export function itemsAfter(after: string | null, count: number): Page {
  return { size: count - 1, backward: false, after, before: null }
}

/**
 * The part of a Prisma query that cuts a page out of a list ordered by UUID v7, which is the order of creation. It selects
 * one item more than the page holds, which shows whether there is another page; pass what it finds to {@link inListOrder}.
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
 * SQL of a list below each of several parents. `list` is a SELECT that is executed for each parent and in which `of.id` is the
 * parent's id; `ids` is the parameter with the ids, such as `$4`, which must differ. The rows say as `of` whose they are, and
 * come in no order. With `single` there is one parent, and rows do not say so: PostgreSQL then keeps its plan, which it makes
 * anew at each call where the number of parents may vary. Such a statement needs a name of its own.
 */
export function belowEach(ids: string, list: string, { single = false } = {}): string {
  if (single) return `SELECT i.* FROM (${list.replaceAll('of.id', `(${ids}::uuid[])[1]`)}) AS i`
  return `SELECT of.id AS of, i.* FROM unnest(${ids}::uuid[]) AS of (id) CROSS JOIN LATERAL (${list}) AS i`
}

/** The rows of each parent, in the order of `ids`; those of one parent stay in their order. */
export function rowsOfEach<Row>(
  ids: readonly string[],
  rows: readonly Row[],
  parentOf: (row: Row) => string | null,
): Row[][] {
  if (ids.length === 1) return [[...rows]]
  const found = new Map<string | null, Row[]>(ids.map((id) => [id, []]))
  for (const row of rows) found.get(parentOf(row))?.push(row)
  return ids.map((id) => found.get(id) ?? [])
}

/** What one row counts for each parent, 0 without a row; in the order of `ids`. */
export function countOfEach(
  ids: readonly string[],
  rows: readonly { of: string; count: number }[],
): number[] {
  const found = new Map(rows.map(({ of, count }) => [of, count]))
  return ids.map((id) => found.get(id) ?? 0)
}

/** The items found by the query of a page, in list order: a page from the back was selected in reverse. */
export function inListOrder<Item>(items: readonly Item[], { backward }: Page): Item[] {
  return backward ? items.toReversed() : [...items]
}
