import { independentAnswers } from './answers-needed.ts'

/**
 * Correlation of the answers to the same prompt that is assumed before a run has answers. In real runs it is 0.5 to
 * 0.9.
 */
const CORRELATION = 0.7

/** Rate for which the change is computed: no other rate needs more answers. */
const RATE = 0.5

/**
 * Returns the smallest change of a mention rate, as a share, that two runs with these numbers of answers show with 80 %
 * power at a two-sided 5 % level: the change that {@link independentAnswers} needs this many answers for, after
 * division by the design effect 1 + (answers per prompt − 1) × correlation (L. Kish, Survey Sampling, 1965, §8.2).
 * Null if not even a change to 0 or 100 % would be detected, and without answers.
 */
export function smallestChange({
  prompts,
  answersPerPrompt,
}: {
  prompts: number
  answersPerPrompt: number
}): number | null {
  const designEffect = 1 + Math.max(0, answersPerPrompt - 1) * CORRELATION
  const independent = (prompts * answersPerPrompt) / designEffect
  if (independent === 0 || independentAnswers(RATE, 1) > independent) return null
  let [low, high] = [0, 1 - RATE]
  // Bisects to a thousandth of a percentage point.
  while (high - low > 0.00001) {
    const middle = (low + high) / 2
    if (independentAnswers(RATE, RATE + middle) > independent) low = middle
    else high = middle
  }
  return high
}
