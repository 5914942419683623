import type { Rate } from './definitions.ts'
import { Estimator } from './estimator.ts'

/** What the answers to one prompt count towards a rate. */
export interface PromptCount {
  /** Answers that have what is counted. */
  present: number
  /** All of its answers, 1 or more. */
  answers: number
}

/**
 * A rate of answers with the 95 % interval that a summary of the same answers gives it, 0…1; value and interval are null without a
 * prompt.
 */
export function rateInterval(counts: readonly PromptCount[]): Rate {
  const answers = counts.map((count) => count.answers)
  return new Estimator(answers).rate(
    counts.map(({ present }) => present),
    answers,
  )
}
