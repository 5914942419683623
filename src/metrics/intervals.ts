import { betaQuantileAbove, betaQuantileBelow } from './beta-distribution.ts'
import { Z } from './normal.ts'
import { studentQuantile } from './student.ts'

/**
 * The 95 % Wilson score interval of a share (E. B. Wilson, JASA 22, 1927, p. 209), 0…1.
 * Assumes independent answers; meant for one answer per prompt.
 */
export function wilson(numerator: number, denominator: number): { low: number; high: number } {
  const share = numerator / denominator
  const square = (Z * Z) / denominator
  const middle = (share + square / 2) / (1 + square)
  const half =
    (Z / (1 + square)) * Math.sqrt((share * (1 - share)) / denominator + square / (4 * denominator))
  // At 0 and at 1 rounding would leave the share outside.
  return {
    low: Math.max(0, Math.min(share, middle - half)),
    high: Math.min(1, Math.max(share, middle + half)),
  }
}

/** What the counts of one side are raised by; the other gets the rest of 1. */
const RAISED = 0.3

/**
 * The 95 % interval of a share of so many independent trials, which may be fractions, 0…1: Wilson's, as far out as the quantiles of
 * the beta distributions between those of Jeffreys (1/2 added to both counts) and of Clopper and Pearson (1 to the one, 0 to the other)
 * where they are further. Wilson's alone ends too near the middle for rare things: of shares of 5 % it holds 91 of 100 with ten trials
 * (L. D. Brown, T. T. Cai & A. DasGupta, Statistical Science 16, 2001, §4).
 */
export function shareInterval(share: number, trials: number): { low: number; high: number } {
  const { low, high } = wilson(share * trials, trials)
  const [counted, missing] = [share * trials, (1 - share) * trials]
  return {
    low: share === 0 ? 0 : betaQuantileBelow(low, 0.025, counted + RAISED, missing + 1 - RAISED),
    high: share === 1 ? 1 : betaQuantileAbove(high, 0.975, counted + 1 - RAISED, missing + RAISED),
  }
}

/** The values that a mean is of: from `least` to `most`, and how far from the others one that was not seen would be. */
export interface Values {
  least: number
  most: number
  step: number
}

/**
 * The values of means. One that was not seen is taken to be one and a half places or sentiments away: were it one, 10 of 100 intervals
 * over ten prompts would miss a mean to which two of the prompts add most, because often none of those is drawn.
 */
export const SENTIMENTS: Values = { least: -1, most: 1, step: 1.5 }
export const PROMINENCES: Values = { least: 0, most: 1, step: 0.25 }
/** The positions among so many entities. */
export const positionsUpTo = (most: number): Values => ({ least: 1, most, step: 1.5 })

/**
 * The 95 % interval of a mean of bounded values over so many independent answers (2 or more, may be a fraction) with this mean square from it:
 * that of a share with the same place between the bounds and the same variance, so that it is skewed as such means are. The variance
 * has one answer more that is a step away, for answers that happen to agree; the fewer answers and the less they are all at the bounds, the
 * more it is widened, by Student's quantile.
 */
export function meanInterval(
  mean: number,
  square: number,
  answers: number,
  { least, most, step }: Values,
): { low: number; high: number } {
  const range = most - least
  const share = (mean - least) / range
  // Also where there is but one possible value.
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
