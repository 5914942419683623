import { LRUCache } from 'lru-cache'
import { quantile } from './quantile.ts'
import { seeded } from './random.ts'
import { studentQuantile } from './student.ts'
import { Weights } from './weighted-sums.ts'

/**
 * Enough for the 2.5 % tails of a percentile interval (B. Efron & R. Tibshirani, An Introduction to the Bootstrap,
 * 1993, §13.3).
 */
const RESAMPLES = 1_000
const SEED = 20_261_121

/**
 * Draws `clusters` prompts with replacement, many times. A bootstrap of clustered data resamples whole clusters,
 * never single answers (A. C. Davison & D. V. Hinkley, Bootstrap Methods and their Application, 1997, §3.8).
 */
function resamples(clusters: number): Weights {
  const random = seeded(SEED)
  return new Weights(clusters, RESAMPLES, (_, add) => {
    for (let drawn = 0; drawn < clusters; drawn += 1) add(Math.floor(random() * clusters), 1)
  })
}

/** The most recent resamplings. Most scopes of a batch share one, and their unbranded prompts share another. */
const latest = new LRUCache<number, Weights>({
  max: 2,
  memoMethod: resamples,
})

/** Returns the resampling for a number of prompts. */
export function resamplingOf(clusters: number): Weights {
  return latest.memo(clusters)
}

/**
 * Returns the 95 % interval of a metric from its values in the resamples. Resamples without a value are NaN; the
 * interval is null if all are. Reorders `values`. Plain percentiles are too narrow for few prompts, so they are moved
 * outwards: the expanded percentile interval (T. Hesterberg, What Teachers Should Know about the Bootstrap, American
 * Statistician 69, 2015, §5.3).
 */
export function percentilesOf(values: Float64Array, clusters: number): { low: number; high: number } | null {
  const numbers = withoutNaN(values)
  if (numbers.length === 0) return null
  const tail = expandedTail(clusters)
  return { low: quantile(numbers, tail), high: quantile(numbers, 1 - tail) }
}

/** Moves the numbers to the front and returns them. */
function withoutNaN(values: Float64Array): Float64Array {
  let count = 0
  for (const value of values) {
    if (Number.isNaN(value)) continue
    values[count] = value
    count += 1
  }
  return values.subarray(0, count)
}

/**
 * Returns the share to cut off on either side: Φ(−√(n / (n − 1)) · t), where t is the 97.5 % quantile with n − 1
 * degrees of freedom.
 */
function expandedTail(clusters: number): number {
  if (clusters < 2) return 0
  return normalBelow(-Math.sqrt(clusters / (clusters - 1)) * studentQuantile(clusters - 1))
}

/**
 * Computes the normal distribution function for x below 0, within 7.5e-8 (M. Abramowitz & I. Stegun, Handbook, 1964,
 * 26.2.17).
 */
function normalBelow(x: number): number {
  const t = 1 / (1 - 0.2316419 * x)
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series
}
