/**
 * A page of a list that is ordered by a key: at most `size` items between two keys (null for none), from the front or, when
 * `backward`, from the back. Keyset pages: items that come or go elsewhere move no other one.
 */
export interface Page {
  size: number
  backward: boolean
  after: string | null
  before: string | null
}

/**
 * The part of a Prisma query that cuts a page out of a list ordered by UUID v7, which is the order of creation. It takes one
 * item more than the page holds, which tells whether there is more; {@link inListOrder} turns what it finds around.
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

/** What a page's query found, in the order of the list: a page from the back is read backwards. */
export function inListOrder<Item>(items: readonly Item[], { backward }: Page): Item[] {
  return backward ? items.toReversed() : [...items]
}
