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

/** The items found by the query of a page, in list order: a page from the back was selected in reverse. */
export function inListOrder<Item>(items: readonly Item[], { backward }: Page): Item[] {
  return backward ? items.toReversed() : [...items]
}
