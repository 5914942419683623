import type { Rate } from './definitions.ts'
import { Estimator } from './estimator.ts'

/** The answers to one prompt, counted for a rate. */
export interface PromptCount {
  /** Answers that have the counted property. */
  present: number
  /** All answers to the prompt, at least 1. */
  answers: number
}

/**
 * Returns a rate of answers with the same 95 % interval that a summary of these answers reports, 0…1. Value and
 * interval are null without prompts.
 */
export function rateInterval(counts: readonly PromptCount[]): Rate {
  const answers = counts.map((count) => count.answers)
  return new Estimator(answers).rate(
    counts.map(({ present }) => present),
    answers,
  )
}
