import { LRUCache } from 'lru-cache'
import { quantile } from './quantile.ts'
import { seeded } from './random.ts'
import { studentQuantile } from './student.ts'
import { Weights } from './weighted-sums.ts'

/** Enough for the 2.5 % tails of a percentile interval (B. Efron & R. Tibshirani, An Introduction to the Bootstrap, 1993, §13.3). */
const RESAMPLES = 1_000
const SEED = 20_261_121

/**
 * Ways to draw `clusters` prompts out of as many, with replacement: the bootstrap of clustered data resamples clusters,
 * never single answers (A. C. Davison & D. V. Hinkley, Bootstrap Methods and their Application, 1997, §3.8).
 */
function resamples(clusters: number): Weights {
  const random = seeded(SEED)
  return new Weights(clusters, RESAMPLES, (_, add) => {
    for (let drawn = 0; drawn < clusters; drawn += 1) add(Math.floor(random() * clusters), 1)
  })
}

/** Those used last: the scopes of a batch mostly share one, their unbranded prompts another. */
const latest = new LRUCache<number, Weights>({
  max: 2,
  memoMethod: resamples,
})

/** The resampling for a number of prompts. */
export function resamplingOf(clusters: number): Weights {
  return latest.memo(clusters)
}

/**
 * The 95 % interval of a figure over the resamples of so many prompts; resamples without a value are NaN, and the interval is null
 * when all are. Reorders them. Its percentiles are moved outwards for few prompts, whose plain ones are too narrow: the expanded percentile
 * interval (T. Hesterberg, What Teachers Should Know about the Bootstrap, American Statistician 69, 2015, §5.3).
 */
export function percentilesOf(values: Float64Array, clusters: number): { low: number; high: number } | null {
  const found = withoutNaN(values)
  if (found.length === 0) return null
  const tail = expandedTail(clusters)
  return { low: quantile(found, tail), high: quantile(found, 1 - tail) }
}

/** Moves the numbers to the front. */
function withoutNaN(values: Float64Array): Float64Array {
  let count = 0
  for (const value of values) {
    if (Number.isNaN(value)) continue
    values[count] = value
    count += 1
  }
  return values.subarray(0, count)
}

/** The share that is left out on either side: Φ(−√(n / (n − 1)) · t), with the 97.5 % quantile t of n − 1 degrees of freedom. */
function expandedTail(clusters: number): number {
  if (clusters < 2) return 0
  return normalBelow(-Math.sqrt(clusters / (clusters - 1)) * studentQuantile(clusters - 1))
}

/** The normal distribution function below 0, within 7.5e-8 (M. Abramowitz & I. Stegun, Handbook, 1964, 26.2.17). */
function normalBelow(x: number): number {
  const t = 1 / (1 - 0.2316419 * x)
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series
}
