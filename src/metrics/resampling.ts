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
    this.#draws = new Uint16Array(clusters * RESAMPLES)
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
    for (let cluster = 0; cluster < this.clusters; cluster += 1) {
      const amount = column[cluster] ?? 0
      if (amount === 0) continue
      const start = cluster * RESAMPLES
      for (let resample = 0; resample < RESAMPLES; resample += 1) {
        // Both indices are within the arrays; the fallbacks only satisfy the compiler.
        sums[resample] = (sums[resample] ?? 0) + amount * (this.#draws[start + resample] ?? 0)
      }
    }
    return sums
  }
}

let latest: Resampling | null = null

/** The resampling for a number of prompts; the one used last is kept, since the scopes of a batch mostly share it. */
export function resamplingOf(clusters: number): Resampling {
  if (latest?.clusters !== clusters) latest = new Resampling(clusters)
  return latest
}

/** The middle 95 % of numerator / denominator over the resamples; null when no resample has a denominator. */
export function percentileInterval(
  numerators: Float64Array,
  denominators: Float64Array,
): { low: number; high: number } | null {
  const ratios = numerators
    .map((numerator, resample) => numerator / (denominators[resample] ?? 0))
    .filter((ratio) => Number.isFinite(ratio))
    .sort()
  if (ratios.length === 0) return null
  return { low: quantile(ratios, 0.025), high: quantile(ratios, 0.975) }
}

/** Linear between order statistics (definition 7 of R. J. Hyndman & Y. Fan, American Statistician 50, 1996). */
function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? below
  return below + (above - below) * (place - Math.floor(place))
}
