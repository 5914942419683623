import { type PromptCount, rateInterval } from './rate-interval.ts'

/** Answers of each kind that a decision adds to those there are: as many as A. Agresti & B. Coull, American Statistician 52, 1998. */
const ADDED = 2

/** Half the width of the 95 % interval of a rate, 0…0.5; null without an answer. */
export function halfWidthOf(counts: readonly PromptCount[]): number | null {
  const { low, high } = rateInterval(counts)
  return low === null || high === null ? null : (high - low) / 2
}

/**
 * Whether enough was asked: whether half the width of the interval is at most this, 0…0.5, and would also be with two more answers of
 * each kind, spread over the prompts. An interval that is looked at after every round is narrow too soon where the first answers happen to agree; without
 * the second condition, intervals at which asking stops hold the rate less often than 93 times of 100.
 */
export function isNarrowEnough(counts: readonly PromptCount[], halfWidth: number): boolean {
  const added = ADDED / counts.length
  const cautious = counts.map(({ present, answers }) => ({
    present: present + added,
    answers: answers + 2 * added,
  }))
  return [counts, cautious].every((one) => (halfWidthOf(one) ?? Number.POSITIVE_INFINITY) <= halfWidth)
}
