import { count, number, percent, percentRange } from '../../figures/format.ts'
import { isTooFew } from '../../figures/rate.tsx'
import type { PagedList } from '../../graphql/pager.ts'
import type { Brand } from './documents.ts'

/**
 * The brand that is named in most answers, in a sentence, and how many there are. While not all were read it is named only in the
 * order in which none of the others is named more.
 */
export function leadOf(
  { nodes, total, hasMore }: Pick<PagedList<Brand>, 'nodes' | 'total' | 'hasMore'>,
  isByAnswers: boolean,
): string {
  const counted =
    total === null ? '' : `Answers list or recommend ${count(total, 'brand')} that you do not track.`
  const [first] = nodes.toSorted((a, b) => b.mentionRate.numerator - a.mentionRate.numerator)
  if (!first || isTooFew(first.mentionRate) || (hasMore && !isByAnswers)) return counted
  const { value, low, high, numerator, denominator } = first.mentionRate
  return `${first.name} is named most: in ${percent(value)} of answers (${percentRange(low, high)}), ${number(numerator)} of ${number(denominator)}. ${counted}`.trim()
}
