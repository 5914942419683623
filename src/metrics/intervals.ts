import { betaQuantileAbove, betaQuantileBelow } from './beta-distribution.ts'
import { Z } from './normal.ts'
import { studentQuantile } from './student.ts'

/**
 * Computes the 95 % Wilson score interval of a share (E. B. Wilson, JASA 22, 1927, p. 209), 0…1. Assumes independent
 * answers, such as one answer per prompt.
 */
export function wilson(numerator: number, denominator: number): { low: number; high: number } {
  const share = numerator / denominator
  const square = (Z * Z) / denominator
  const middle = (share + square / 2) / (1 + square)
  const half =
    (Z / (1 + square)) * Math.sqrt((share * (1 - share)) / denominator + square / (4 * denominator))
  // At 0 and 1, rounding could place the share outside its interval.
  return {
    low: Math.max(0, Math.min(share, middle - half)),
    high: Math.min(1, Math.max(share, middle + half)),
  }
}

/** Added to the count on one side; the other side gets the rest of 1. */
const RAISED = 0.3

/**
 * Computes the 95 % interval of a share of `trials` independent trials, 0…1; `trials` may be a fraction. It is
 * Wilson's interval, extended to beta quantiles where those lie further out. The quantiles are between Jeffreys (adds
 * 1/2 to both counts) and Clopper–Pearson (adds 1 to one count). Wilson's interval alone ends too close to the middle
 * for rare events: with ten trials, its intervals for shares of 5 % cover the true value only 91 times in 100 (L. D.
 * Brown, T. T. Cai & A. DasGupta, Statistical Science 16, 2001, §4).
 */
export function shareInterval(share: number, trials: number): { low: number; high: number } {
  const { low, high } = wilson(share * trials, trials)
  const [counted, missing] = [share * trials, (1 - share) * trials]
  return {
    low: share === 0 ? 0 : betaQuantileBelow(low, 0.025, counted + RAISED, missing + 1 - RAISED),
    high: share === 1 ? 1 : betaQuantileAbove(high, 0.975, counted + 1 - RAISED, missing + RAISED),
  }
}

/** Range of the values being averaged: minimum, maximum, and the assumed distance of a value that was not observed. */
export interface Values {
  least: number
  most: number
  step: number
}

/**
 * Values of the means. An unobserved value is assumed to be one and a half positions or sentiment steps away. With
 * one step, 10 of 100 intervals over ten prompts would miss a mean that two of the prompts dominate, because a sample
 * often contains neither.
 */
export const SENTIMENTS: Values = { least: -1, most: 1, step: 1.5 }
export const PROMINENCES: Values = { least: 0, most: 1, step: 0.25 }
/** Returns the range of positions among `most` entities. */
export const positionsUpTo = (most: number): Values => ({ least: 1, most, step: 1.5 })

/**
 * Computes the 95 % interval of a mean of bounded values. `square` is the mean squared deviation. `answers` is the
 * effective number of independent answers, at least 2, and may be a fraction. It is the interval of a share that has
 * the same relative position between the bounds and the same variance, so it is skewed the way such means are. The
 * variance includes one extra answer that is `step` away, in case the observed answers agree by chance. Student's
 * quantile widens the interval further, the more so the fewer the answers and the less they sit at the bounds.
 */
export function meanInterval(
  mean: number,
  square: number,
  answers: number,
  { least, most, step }: Values,
): { low: number; high: number } {
  const range = most - least
  const share = (mean - least) / range
  // Also handles a range with a single possible value.
  if (!(share > 0 && share < 1)) {
    const away = step * wilson(0, answers).high
    return { low: Math.max(least, mean - away), high: Math.min(most, mean + away) }
  }
  const largest = share * (1 - share) * range ** 2
  const variance = Math.min(largest, (square * answers + step ** 2) / (answers + 1))
  const widened = (Z / studentQuantile(answers - 1)) ** (2 * (1 - variance / largest))
  const { low, high } = shareInterval(share, (answers * largest * widened) / variance)
  return { low: least + low * range, high: least + high * range }
}
