import { LRUCache } from 'lru-cache'
import { Z } from './intervals.ts'
import { seeded } from './random.ts'

/** Enough for the 2.5 % tails of a percentile interval (B. Efron & R. Tibshirani, An Introduction to the Bootstrap, 1993, §13.3). */
export const RESAMPLES = 1_000
const SEED = 20_261_121

/**
 * Ways to draw `clusters` prompts out of as many, with replacement: the bootstrap of clustered data resamples clusters,
 * never single answers (A. C. Davison & D. V. Hinkley, Bootstrap Methods and their Application, 1997, §3.8).
 */
export class Resampling {
  readonly clusters: number
  /** How often a prompt was drawn: all draws of the first prompt, then all of the second. */
  readonly #draws: Uint16Array

  constructor(clusters: number) {
    this.clusters = clusters
    // Rounded up to whole groups of four.
    this.#draws = new Uint16Array(Math.ceil(clusters / 4) * 4 * RESAMPLES)
    const random = seeded(SEED)
    for (let resample = 0; resample < RESAMPLES; resample += 1) {
      for (let drawn = 0; drawn < clusters; drawn += 1) {
        const at = Math.floor(random() * clusters) * RESAMPLES + resample
        this.#draws[at] = (this.#draws[at] ?? 0) + 1
      }
    }
  }

  /** The sum of a column, one number a prompt, in every resample. */
  sums(column: ArrayLike<number>): Float64Array {
    const sums = new Float64Array(RESAMPLES)
    const draws = this.#draws
    // Four prompts at a time, which takes half as long as one by one. All indices are within the arrays, or their amount is 0;
    // the fallbacks satisfy the compiler.
    for (let cluster = 0; cluster < this.clusters; cluster += 4) {
      const [one, two] = [column[cluster] ?? 0, column[cluster + 1] ?? 0]
      const [three, four] = [column[cluster + 2] ?? 0, column[cluster + 3] ?? 0]
      if (one === 0 && two === 0 && three === 0 && four === 0) continue
      const start = cluster * RESAMPLES
      for (let resample = 0; resample < RESAMPLES; resample += 1) {
        const at = start + resample
        sums[resample] =
          (sums[resample] ?? 0) +
          one * (draws[at] ?? 0) +
          two * (draws[at + RESAMPLES] ?? 0) +
          three * (draws[at + 2 * RESAMPLES] ?? 0) +
          four * (draws[at + 3 * RESAMPLES] ?? 0)
      }
    }
    return sums
  }
}

/** Those used last: the scopes of a batch mostly share one, their unbranded prompts another. */
const latest = new LRUCache<number, Resampling>({
  max: 2,
  memoMethod: (clusters) => new Resampling(clusters),
})

/** The resampling for a number of prompts. */
export function resamplingOf(clusters: number): Resampling {
  return latest.memo(clusters)
}

/**
 * The 95 % interval of numerator / denominator over the resamples of so many prompts; null when no resample has a
 * denominator. Its percentiles are moved outwards for few prompts, whose plain ones are too narrow: the expanded percentile
 * interval (T. Hesterberg, What Teachers Should Know about the Bootstrap, American Statistician 69, 2015, §5.3).
 */
export function percentileInterval(
  numerators: Float64Array,
  denominators: Float64Array,
  clusters: number,
): { low: number; high: number } | null {
  const all = new Float64Array(numerators.length)
  let count = 0
  for (let resample = 0; resample < numerators.length; resample += 1) {
    const denominator = denominators[resample] ?? 0
    if (denominator === 0) continue
    all[count] = (numerators[resample] ?? 0) / denominator
    count += 1
  }
  if (count === 0) return null
  const ratios = all.subarray(0, count).sort()
  const tail = expandedTail(clusters)
  return { low: quantile(ratios, tail), high: quantile(ratios, 1 - tail) }
}

/** Linear between order statistics (definition 7 of R. J. Hyndman & Y. Fan, American Statistician 50, 1996). */
function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? below
  return below + (above - below) * (place - Math.floor(place))
}

/** The share that is left out on either side: Φ(−√(n / (n − 1)) · t), with the 97.5 % quantile t of n − 1 degrees of freedom. */
function expandedTail(clusters: number): number {
  if (clusters < 2) return 0
  return normalBelow(-Math.sqrt(clusters / (clusters - 1)) * studentQuantile(clusters - 1))
}

/** The 97.5 % quantile of Student's distribution (M. Abramowitz & I. Stegun, Handbook, 1964, 26.7.5). */
function studentQuantile(freedom: number): number {
  const z = Z
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3)
  )
}

/** The normal distribution function below 0, within 7.5e-8 (M. Abramowitz & I. Stegun, Handbook, 1964, 26.2.17). */
function normalBelow(x: number): number {
  const t = 1 / (1 - 0.2316419 * x)
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series
}
