import { shortAddress } from '../../answers/text/short-address.ts'
import { count, number, percent, percentRange } from '../../figures/format.ts'
import { isTooFew, type Rate } from '../../figures/rate.tsx'
import type { PagedList } from '../../graphql/pager.ts'
import type { SourcesSearch } from './search.ts'

/** What a site or a page is called, and how often it is named and cited. */
export interface Named {
  domain: string
  url?: string
  title?: string | null
  citations: number
  citationRate: Rate
}

/**
 * The site or page that is cited in most answers, in a sentence, and how many there are. While not all were read it is named only
 * where the order tells that none of the others is cited more.
 */
export function leadOf<Node extends Named>(
  { nodes, total, hasMore }: Pick<PagedList<Node>, 'nodes' | 'total' | 'hasMore'>,
  { what, order }: { what: string; order: SourcesSearch['order'] },
): string {
  const counted = total === null ? '' : `Answers name ${count(total, what)}.`
  const first = nodes.toSorted((a, b) => b.citationRate.numerator - a.citationRate.numerator)[0]
  if (!first || isTooFew(first.citationRate) || first.citationRate.numerator === 0) return counted
  const { value, low, high, numerator, denominator } = first.citationRate
  const least = nodes.at(-1)?.citations ?? 0
  const isMost = !hasMore || order === 'CITATION_RATE_DESC' || (order === undefined && numerator >= least)
  if (!isMost) return counted
  const name = first.url === undefined ? first.domain : first.title || shortAddress(first.url)
  return `${name} is cited most: in ${percent(value)} of answers (${percentRange(low, high)}), ${number(numerator)} of ${number(denominator)}. ${counted}`.trim()
}
