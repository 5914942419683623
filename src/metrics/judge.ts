import type { Fraction } from './basket-columns.ts'
import { type Comparison, SIGNIFICANCE, withoutChange } from './compare.ts'
import { FEWEST_PROMPTS } from './definitions.ts'
import { sum } from './rates.ts'
import { percentilesOf, resamplingOf } from './resampling.ts'
import { flippedSums, signFlipTest } from './sign-flip.ts'
import type { Weights } from './weighted-sums.ts'

/** A change, with the sign-flip sums for the adjustment across metrics; null if no test was made. */
export interface Judged {
  change: Comparison
  flips: Float64Array | null
}

/** Judges the difference now − before of one metric. */
export function judge(now: Fraction, before: Fraction, sums: Sums): Judged {
  const prompts = promptsIn(now, before)
  const [shareNow, shareBefore] = [shareOf(now), shareOf(before)]
  if (prompts < FEWEST_PROMPTS || shareNow === null || shareBefore === null)
    return { change: withoutChange('insufficient', prompts), flips: null }
  const difference = shareNow - shareBefore
  const { low, high } = intervalOf(now, before, sums) ?? { low: difference, high: difference }
  const flips = flippedSums(scoresOf(now, before))
  const pValue = signFlipTest(flips)
  const verdict = (low > 0 || high < 0) && pValue <= SIGNIFICANCE ? 'moved' : 'within_noise'
  const [rate, previousRate] = [shareNow, shareBefore]
  return { change: { verdict, prompts, rate, previousRate, difference, low, high, pValue }, flips }
}

/** Counts the prompts that have data on at least one side. */
export function promptsIn(now: Fraction, before: Fraction): number {
  return now.denominators.filter((amount, prompt) => amount > 0 || (before.denominators[prompt] ?? 0) > 0)
    .length
}

/** Returns the 95 % bootstrap interval of the difference now − before; null if no resample has data on both sides. */
export function intervalOf(
  now: Fraction,
  before: Fraction,
  sums: Sums,
): { low: number; high: number } | null {
  return percentilesOf(resampledDifference(now, before, sums), promptsIn(now, before))
}

function resampledDifference(now: Fraction, before: Fraction, sums: Sums): Float64Array {
  const below = sums.ofShared(now.denominators)
  // Both sides have the same denominators, so the difference has a single numerator.
  if (now.denominators === before.denominators) {
    const gain = now.numerators.map((amount, prompt) => amount - (before.numerators[prompt] ?? 0))
    const drawn = sums.of(gain, 'now')
    for (let draw = 0; draw < drawn.length; draw += 1) drawn[draw] = (drawn[draw] ?? 0) / (below[draw] ?? 0)
    return drawn
  }
  const drawn = sums.of(now.numerators, 'now')
  const [aboveThen, belowThen] = [sums.of(before.numerators, 'before'), sums.ofShared(before.denominators)]
  for (let draw = 0; draw < drawn.length; draw += 1) {
    // NaN if the draw contains no prompts of one side.
    drawn[draw] = (drawn[draw] ?? 0) / (below[draw] ?? 0) - (aboveThen[draw] ?? 0) / (belowThen[draw] ?? 0)
  }
  return drawn
}

/**
 * Computes what each prompt contributes to the difference. Swapping the prompt's two batches flips the sign of its
 * score. The share is pooled over both batches, which a swap does not change, so the test is exact for ratios too.
 */
export function scoresOf(now: Fraction, before: Fraction): Float64Array {
  const share =
    (sum(now.numerators) + sum(before.numerators)) / (sum(now.denominators) + sum(before.denominators))
  const rest = ({ numerators, denominators }: Fraction, prompt: number) =>
    (numerators[prompt] ?? 0) - share * (denominators[prompt] ?? 0)
  return now.numerators.map((_, prompt) => rest(now, prompt) - rest(before, prompt))
}

/** Returns the value of a fraction over all prompts; null without data. */
export function shareOf({ numerators, denominators }: Fraction): number | null {
  const outOf = sum(denominators)
  return outOf === 0 ? null : sum(numerators) / outOf
}

/** Column sums for every resample. */
export class Sums {
  readonly #resampling: Weights
  readonly #shared = new Map<Float64Array, Float64Array>()
  readonly #latest: Record<'now' | 'before', Float64Array>

  constructor(prompts: number) {
    this.#resampling = resamplingOf(prompts)
    const { draws } = this.#resampling
    this.#latest = { now: new Float64Array(draws), before: new Float64Array(draws) }
  }

  /**
   * Returns the sums of a column. They are valid until the next call for the same side, because reusing one array
   * avoids garbage collection.
   */
  of(column: Float64Array, side: 'now' | 'before'): Float64Array {
    return this.#resampling.sums(column, this.#latest[side])
  }

  /** Returns the sums of a column that several metrics share. Callers must not write to them. */
  ofShared(column: Float64Array): Float64Array {
    const sums = this.#shared.get(column) ?? this.#resampling.sums(column)
    this.#shared.set(column, sums)
    return sums
  }
}
