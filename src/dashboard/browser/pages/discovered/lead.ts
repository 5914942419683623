import { isTooFew } from '../../charts/rate.tsx'
import { count, number, percent, percentRange } from '../../formatting/format.ts'
import type { PagedList } from '../../graphql/pager.ts'
import type { Brand } from './documents.ts'
import type { DiscoveredSearch } from './search.ts'

const SENTENCES = {
  LISTED: (brands: string) => `Answers list or recommend ${brands} that you do not track.`,
  MENTIONED: (brands: string) =>
    `Answers mention ${brands} without listing or recommending them, such as sources and shops.`,
  DISMISSED: (brands: string) => `You dismissed ${brands}.`,
}

/**
 * Names the most mentioned brand in a sentence and counts the brands. If not all brands are loaded, the most mentioned
 * one is only known when they are sorted by mentions.
 */
export function leadOf(
  { nodes, total, hasMore }: Pick<PagedList<Brand>, 'nodes' | 'total' | 'hasMore'>,
  { order, state }: DiscoveredSearch,
): string {
  const counted = total === null ? '' : SENTENCES[state ?? 'LISTED'](count(total, 'brand'))
  const [first] = nodes.toSorted((a, b) => b.mentionRate.numerator - a.mentionRate.numerator)
  if (!first || isTooFew(first.mentionRate) || (hasMore && order !== undefined)) return counted
  const { value, low, high, numerator, denominator } = first.mentionRate
  return `${first.name} is mentioned most: in ${percent(value)} of answers (${percentRange(low, high)}), ${number(numerator)} of ${number(denominator)}. ${counted}`.trim()
}
