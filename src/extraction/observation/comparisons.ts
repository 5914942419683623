import type { ComparisonObservation } from '../foundation/observation.ts'
import { entitiesNamed, type FoundName } from '../names/mentions.ts'
import type { NameOpinions } from '../opinions/name-opinions.ts'

/**
 * Returns one observation for each pair of the first `count` entities that a comparison orders. Denied names do not
 * count. Neither does an entity on both sides, such as the maker of two products.
 */
export function observeComparisons(
  names: readonly FoundName[],
  { comparisons, denied }: NameOpinions,
  count: number,
): ComparisonObservation[] {
  const entitiesOf = (side: readonly number[]) => {
    const named = side.flatMap((name) => (names[name] && !denied.has(name) ? entitiesNamed(names[name]) : []))
    return new Set(named.filter((entity) => entity < count))
  }
  return comparisons.flatMap(({ better, worse, start, end }) => {
    const winners = entitiesOf(better)
    const losers = entitiesOf(worse)
    const onlyLosers = [...losers].filter((loser) => !winners.has(loser))
    return [...winners]
      .filter((winner) => !losers.has(winner))
      .flatMap((winner) => onlyLosers.map((loser) => ({ better: winner, worse: loser, start, end })))
  })
}
