import { count, number, percent, percentRange } from '../../figures/format.ts'
import { isTooFew } from '../../figures/rate.tsx'
import type { PagedList } from '../../graphql/pager.ts'
import type { Brand } from './documents.ts'
import type { DiscoveredSearch } from './search.ts'

const SENTENCES = {
  LISTED: (brands: string) => `Answers list or recommend ${brands} that you do not track.`,
  MENTIONED: (brands: string) => `Answers only name ${brands} more, such as sources and shops.`,
  DISMISSED: (brands: string) => `You left out ${brands}.`,
}

/**
 * The brand that is named in most answers, in a sentence, and how many there are. While not all were read it is named only in the
 * order in which none of the others is named more.
 */
export function leadOf(
  { nodes, total, hasMore }: Pick<PagedList<Brand>, 'nodes' | 'total' | 'hasMore'>,
  { order, state }: DiscoveredSearch,
): string {
  const counted = total === null ? '' : SENTENCES[state ?? 'LISTED'](count(total, 'brand'))
  const [first] = nodes.toSorted((a, b) => b.mentionRate.numerator - a.mentionRate.numerator)
  if (!first || isTooFew(first.mentionRate) || (hasMore && order !== undefined)) return counted
  const { value, low, high, numerator, denominator } = first.mentionRate
  return `${first.name} is named most: in ${percent(value)} of answers (${percentRange(low, high)}), ${number(numerator)} of ${number(denominator)}. ${counted}`.trim()
}
