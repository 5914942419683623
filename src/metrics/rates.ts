import type { Rate } from './definitions.ts'
import { wilson } from './intervals.ts'
import { percentileInterval } from './resampling.ts'

/** A rate with its 95 % Wilson interval. */
export function rate(numerator: number, denominator: number): Rate {
  if (denominator === 0)
    return { value: null, numerator, denominator, low: null, high: null, method: 'wilson' }
  return {
    value: numerator / denominator,
    numerator,
    denominator,
    ...wilson(numerator, denominator),
    method: 'wilson',
  }
}

/** Resamples of prompts. */
export interface Resampling {
  /** How many prompts there are. */
  clusters: number
  /** The sum of a column in every resample. Those of numerators hold until the next call for them. */
  numerators: (column: ArrayLike<number>) => Float64Array
  denominators: (column: ArrayLike<number>) => Float64Array
}

/**
 * A rate of answers that share prompts, from its counts by prompt, with the 95 % percentile interval of a bootstrap over
 * prompts. Never narrower than Wilson's interval of the same counts: prompts that all agree resample to no width at all,
 * which would claim more than as many independent answers could.
 */
export function clusteredRate(
  numerators: ArrayLike<number>,
  denominators: ArrayLike<number>,
  resampling: Resampling,
): Rate {
  const independent = rate(sum(numerators), sum(denominators))
  const { low, high, value } = independent
  // Every resample would be 0 or 1 as well.
  if (value === 0 || value === 1) return { ...independent, method: 'bootstrap' }
  const resampled = percentileInterval(
    resampling.numerators(numerators),
    resampling.denominators(denominators),
    resampling.clusters,
  )
  if (low === null || high === null || !resampled) return independent
  return {
    ...independent,
    low: Math.min(low, resampled.low),
    high: Math.max(high, resampled.high),
    method: 'bootstrap',
  }
}

/** The sum of a column. */
export function sum(column: ArrayLike<number>): number {
  let total = 0
  for (let index = 0; index < column.length; index += 1) total += column[index] ?? 0
  return total
}
