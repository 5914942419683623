import type { Mean, Rate } from './definitions.ts'
import { designEffectOfValues } from './design-effect.ts'
import { meanInterval, shareInterval, type Values } from './intervals.ts'
import type { MeanCounts } from './mean-counts.ts'
import { clusteredRate, rate, sum } from './rates.ts'

/** Computes rates and means with their intervals for one set of prompts, from counts by prompt. */
export class Estimator {
  readonly #prompts: number
  readonly #answers: number

  /** @param answers number of answers of each prompt */
  constructor(answers: ArrayLike<number>) {
    this.#prompts = answers.length
    this.#answers = sum(answers)
  }

  /**
   * Returns a rate of answers. Answers count as independent if each prompt has one answer, or if there is only one
   * prompt.
   */
  rate(counted: ArrayLike<number>, outOf: ArrayLike<number>): Rate {
    if (this.#answers === this.#prompts) return rate(sum(counted), sum(outOf))
    return this.#prompts <= 1
      ? this.#ofOnePrompt(rate(sum(counted), sum(outOf)))
      : clusteredRate(counted, outOf)
  }

  /**
   * Returns a share of things that can occur several times per answer, such as mentions. They are not independent
   * even with one answer per prompt, and count for at most as many trials as there are answers.
   */
  share(counted: ArrayLike<number>, outOf: ArrayLike<number>): Rate {
    if (this.#prompts <= 1) return this.#ofOnePrompt(rate(sum(counted), sum(outOf)))
    return clusteredRate(counted, outOf, Math.min(1, this.#answers / sum(outOf)))
  }

  /**
   * Returns a mean of values. It has no interval with fewer than two answers; otherwise see {@link meanInterval}.
   * Answers are discounted by their design effect as in {@link clusteredRate}, except that answers to a single prompt
   * count as independent.
   */
  mean(counts: MeanCounts, values: Values): Mean {
    const [value, { answers, sizes }] = [counts.mean(), counts]
    if (value === null || answers < 2) return { value, low: null, high: null, answers }
    const squares = counts.squares()
    const inflated = this.#prompts <= 1 ? 1 : designEffectOfValues(squares, sizes)
    // In units of the mean: each answer is weighted by its number of mentions.
    const square = ((squares.between + squares.within) * answers) / sum(counts.weights) ** 2
    return { value, ...meanInterval(value, square, Math.max(2, answers / inflated), values), answers }
  }

  #ofOnePrompt(whole: Rate): Rate {
    const weight = Math.min(whole.denominator, this.#answers)
    return whole.value === null ? whole : { ...whole, ...shareInterval(whole.value, weight) }
  }
}
