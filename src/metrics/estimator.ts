import type { Rate } from './definitions.ts'
import { wilson } from './intervals.ts'
import { clusteredRate, rate, sum } from './rates.ts'
import { resamplingOf } from './resampling.ts'

/** Rates of one set of prompts, from counts by prompt. */
export class Estimator {
  readonly #prompts: number
  readonly #answers: number
  /** Rates share their columns. */
  readonly #sums = new Map<ArrayLike<number>, Float64Array>()

  /** `answers`: how many there are of each prompt. */
  constructor(answers: ArrayLike<number>) {
    this.#prompts = answers.length
    this.#answers = sum(answers)
  }

  /** A rate of answers: Wilson where each prompt has one, or where there is one prompt alone; else a bootstrap over prompts. */
  rate(counted: ArrayLike<number>, outOf: ArrayLike<number>): Rate {
    if (this.#answers === this.#prompts) return rate(sum(counted), sum(outOf))
    return this.share(counted, outOf)
  }

  /**
   * A share of things that occur several times in an answer, such as mentions: they are not independent even where each prompt has
   * one answer. A single prompt cannot be resampled: its interval is Wilson’s, over at most as many trials as it has answers.
   */
  share(counted: ArrayLike<number>, outOf: ArrayLike<number>): Rate {
    if (this.#prompts <= 1) return this.#ofOnePrompt(rate(sum(counted), sum(outOf)))
    const resampling = resamplingOf(this.#prompts)
    const sums = (column: ArrayLike<number>) => {
      const found = this.#sums.get(column) ?? resampling.sums(column)
      this.#sums.set(column, found)
      return found
    }
    return clusteredRate(counted, outOf, { sums, clusters: this.#prompts })
  }

  #ofOnePrompt(whole: Rate): Rate {
    const weight = Math.min(whole.denominator, this.#answers)
    return whole.value === null ? whole : { ...whole, ...wilson(whole.value * weight, weight) }
  }
}
