import type { Resampling } from './rates.ts'
import { resamplingOf } from './resampling.ts'

/** Sums of numerators, which hold until the next call: an array for each would have to be collected as garbage. */
let scratch = new Float64Array(0)

/** The resamples of so many prompts, for figures that share denominators: the sums of equal ones are computed once. */
export function resamplingWithShared(clusters: number): Resampling {
  const known: { column: ArrayLike<number>; sums: Float64Array }[] = []
  const find = (column: ArrayLike<number>) => known.find((other) => isEqual(other.column, column))?.sums
  return {
    clusters,
    numerators(column) {
      const resampling = resamplingOf(clusters)
      if (scratch.length !== resampling.draws) scratch = new Float64Array(resampling.draws)
      return find(column) ?? resampling.sums(column, scratch)
    },
    denominators(column) {
      const found = find(column)
      if (found) return found
      const sums = resamplingOf(clusters).sums(column)
      known.push({ column, sums })
      return sums
    },
  }
}

function isEqual(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one === other) return true
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false
  return true
}
