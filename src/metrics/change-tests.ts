import type { Fraction } from './basket-columns.ts'
import { FEWEST_PROMPTS } from './definitions.ts'
import { intervalOf, promptsIn, Sums, scoresOf, shareOf } from './judge.ts'
import { flippedSums, signFlipTestsTogether } from './sign-flip.ts'

/**
 * Significance of the two families of tests of a run: the tests when the run ends, and the tests of its facts, which are checked
 * later. Together, a run without any real change is reported in at most 5 % of cases. With these levels, a change needs
 * six prompts that differ, and a change of a fact seven.
 */
export const RUN_SIGNIFICANCE = 0.034
export const FACT_SIGNIFICANCE = 0.016

/** A significant change, with both values over the prompts that both runs asked. */
export interface NotableChange<Thing> {
  thing: Thing
  prompts: number
  value: number
  previousValue: number
  /** Value minus previous value, with its 95 % interval. */
  difference: number
  low: number
  high: number
  /** Adjusted for all changes that were tested together. */
  pValue: number
}

/** A possible change: a value on both sides, and whether its change is worth reporting if it is significant. */
export interface Candidate<Thing> {
  thing: Thing
  now: Fraction
  before: Fraction
  isNotable?: (value: number, previousValue: number) => boolean
}

/**
 * A test over fewer prompts that differ cannot be significant at 5 %: its smallest p-value is 2 / 2⁵. Leaving such
 * tests out does not change the chance of a false alarm, because flipping signs does not change which prompts differ.
 */
const FEWEST_DIFFERENT = 6

/**
 * Tests all candidates as one family, and returns the notable changes among them. If none of them really changed, the
 * chance that it returns any is at most `significance`.
 * @param prompts number of prompts of the basket, which index the fractions
 */
export function significantChanges<Thing>(
  candidates: readonly Candidate<Thing>[],
  prompts: number,
  significance: number,
): NotableChange<Thing>[] {
  const tested = candidates
    .filter(({ now, before }) => promptsIn(now, before) >= FEWEST_PROMPTS)
    .flatMap((candidate) => {
      const scores = scoresOf(candidate.now, candidate.before)
      const different = scores.filter((score) => score !== 0).length
      return different < FEWEST_DIFFERENT ? [] : [{ candidate, flips: flippedSums(scores) }]
    })
  const pValues = signFlipTestsTogether(tested.map(({ flips }) => flips))
  const sums = new Sums(prompts)
  return tested.flatMap(({ candidate }, index) => {
    const pValue = pValues[index] ?? 1
    return pValue > significance ? [] : (notableChange(candidate, pValue, sums) ?? [])
  })
}

function notableChange<Thing>(
  { thing, now, before, isNotable = () => true }: Candidate<Thing>,
  pValue: number,
  sums: Sums,
): NotableChange<Thing> | null {
  const [value, previousValue, interval] = [shareOf(now), shareOf(before), intervalOf(now, before, sums)]
  if (value === null || previousValue === null || !interval || !isNotable(value, previousValue)) return null
  const { low, high } = interval
  // Like every verdict, this requires both: a significant test, and an interval without 0.
  if (low <= 0 && high >= 0) return null
  const difference = value - previousValue
  return { thing, prompts: promptsIn(now, before), value, previousValue, difference, low, high, pValue }
}
