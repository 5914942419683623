import type { Mean, Rate } from './definitions.ts'
import { designEffectOfValues } from './design-effect.ts'
import { meanInterval, shareInterval, type Values } from './intervals.ts'
import type { MeanCounts } from './mean-counts.ts'
import { clusteredRate, rate, sum } from './rates.ts'

/** Rates and means of one set of prompts, from counts by prompt. */
export class Estimator {
  readonly #prompts: number
  readonly #answers: number

  /** `answers`: how many there are of each prompt. */
  constructor(answers: ArrayLike<number>) {
    this.#prompts = answers.length
    this.#answers = sum(answers)
  }

  /** A rate of answers: they are independent where each prompt has one, and where there is one prompt alone. */
  rate(counted: ArrayLike<number>, outOf: ArrayLike<number>): Rate {
    if (this.#answers === this.#prompts) return rate(sum(counted), sum(outOf))
    return this.#prompts <= 1
      ? this.#ofOnePrompt(rate(sum(counted), sum(outOf)))
      : clusteredRate(counted, outOf)
  }

  /**
   * A share of things that occur several times in an answer, such as mentions: they are not independent even where each prompt has
   * one answer, and are worth no more than as many trials as there are answers.
   */
  share(counted: ArrayLike<number>, outOf: ArrayLike<number>): Rate {
    if (this.#prompts <= 1) return this.#ofOnePrompt(rate(sum(counted), sum(outOf)))
    return clusteredRate(counted, outOf, Math.min(1, this.#answers / sum(outOf)))
  }

  /**
   * A mean of values, without an interval over fewer than two answers: see {@link meanInterval}, over as many independent answers as they
   * are worth ({@link clusteredRate}); those to one prompt alone are independent.
   */
  mean(counts: MeanCounts, values: Values): Mean {
    const [value, { answers, sizes }] = [counts.mean(), counts]
    if (value === null || answers < 2) return { value, low: null, high: null, answers }
    const squares = counts.squares()
    const inflated = this.#prompts <= 1 ? 1 : designEffectOfValues(squares, sizes)
    // In units of the mean: an answer weighs as much as it has mentions.
    const square = ((squares.between + squares.within) * answers) / sum(counts.weights) ** 2
    return { value, ...meanInterval(value, square, Math.max(2, answers / inflated), values), answers }
  }

  #ofOnePrompt(whole: Rate): Rate {
    const weight = Math.min(whole.denominator, this.#answers)
    return whole.value === null ? whole : { ...whole, ...shareInterval(whole.value, weight) }
  }
}
