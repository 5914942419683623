import { type PromptCount, rateInterval } from './rate-interval.ts'

/** Answers added on each side for the cautious check, as in A. Agresti & B. Coull, American Statistician 52, 1998. */
const ADDED = 2

/** Returns half the width of the 95 % interval of a rate, 0…0.5, or null without answers. */
export function halfWidthOf(counts: readonly PromptCount[]): number | null {
  const { low, high } = rateInterval(counts)
  return low === null || high === null ? null : (high - low) / 2
}

/**
 * Returns whether the interval is narrow enough to stop asking. Half its width must be at most `halfWidth`, 0…0.5,
 * and must stay so with two more answers on each side, spread over the prompts. The second condition is needed
 * because the interval is checked after every round and gets narrow too soon if the first answers agree by chance.
 * If only the first condition applied, fewer than 93 of 100 final intervals would contain the true rate.
 */
export function isNarrowEnough(counts: readonly PromptCount[], halfWidth: number): boolean {
  const added = ADDED / counts.length
  const cautious = counts.map(({ present, answers }) => ({
    present: present + added,
    answers: answers + 2 * added,
  }))
  return [counts, cautious].every(
    (prompts) => (halfWidthOf(prompts) ?? Number.POSITIVE_INFINITY) <= halfWidth,
  )
}
