import { shortAddress } from '../../answers/text/short-address.ts'
import { isTooFew, type Rate } from '../../charts/rate.tsx'
import { count, number, percent, percentRange } from '../../formatting/format.ts'
import type { PagedList } from '../../graphql/pager.ts'
import type { SourcesSearch } from './search.ts'

/** Name and citations of a site or page. */
export interface Named {
  domain: string
  url?: string
  title?: string | null
  citations: number
  citationRate: Rate
}

/**
 * Names the most cited site or page in a sentence and counts them. If not all are loaded, the most cited one is only
 * named when the sort order guarantees that no other is cited more.
 */
export function leadOf<Node extends Named>(
  { nodes, total, hasMore }: Pick<PagedList<Node>, 'nodes' | 'total' | 'hasMore'>,
  { what, order }: { what: string; order: SourcesSearch['order'] },
): string {
  const counted = total === null ? '' : `Answers cite or list ${count(total, what)}.`
  const first = nodes.toSorted((a, b) => b.citationRate.numerator - a.citationRate.numerator)[0]
  if (!first || isTooFew(first.citationRate) || first.citationRate.numerator === 0) return counted
  const { value, low, high, numerator, denominator } = first.citationRate
  const lowest = nodes.at(-1)?.citations ?? 0
  const isMost = !hasMore || order === 'CITATION_RATE_DESC' || (order === undefined && numerator >= lowest)
  if (!isMost) return counted
  const name = first.url === undefined ? first.domain : first.title || shortAddress(first.url)
  return `${name} is cited most: in ${percent(value)} of answers (${percentRange(low, high)}), ${number(numerator)} of ${number(denominator)}. ${counted}`.trim()
}
