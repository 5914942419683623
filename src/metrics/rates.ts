import type { Rate } from './definitions.ts'
import { designEffectOfCounts } from './design-effect.ts'
import { shareInterval } from './intervals.ts'

/** Returns a rate of independent answers with its 95 % interval. */
export function rate(numerator: number, denominator: number): Rate {
  if (denominator === 0)
    return { value: null, numerator, denominator, low: null, high: null, method: 'wilson' }
  return {
    value: numerator / denominator,
    numerator,
    denominator,
    ...shareInterval(numerator / denominator, denominator),
    method: 'wilson',
  }
}

/**
 * Returns a rate of answers that share prompts, from counts by prompt. Its 95 % interval uses the effective sample
 * size, which is the number of answers divided by their design effect (E. L. Korn & B. I. Graubard, Survey
 * Methodology 24, 1998).
 * @param trials share of the denominators, 0…1, that counts as separate trials, because one answer can contain
 *   several mentions
 */
export function clusteredRate(
  numerators: ArrayLike<number>,
  denominators: ArrayLike<number>,
  trials = 1,
): Rate {
  const [numerator, denominator] = [sum(numerators), sum(denominators)]
  if (denominator === 0) return rate(0, 0)
  const value = numerator / denominator
  const scaled = (column: ArrayLike<number>) => Float64Array.from(column, (amount) => amount * trials)
  const effective = (denominator * trials) / designEffectOfCounts(scaled(numerators), scaled(denominators))
  return { value, numerator, denominator, ...shareInterval(value, effective), method: 'beta_binomial' }
}

export function sum(column: ArrayLike<number>): number {
  let total = 0
  for (let index = 0; index < column.length; index += 1) total += column[index] ?? 0
  return total
}
