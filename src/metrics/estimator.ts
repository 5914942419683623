import type { Mean, Rate } from './definitions.ts'
import { wilson } from './intervals.ts'
import type { MeanCounts } from './mean-counts.ts'
import { clusteredRate, type Resampling, rate, sum } from './rates.ts'
import { percentileInterval } from './resampling.ts'
import { resamplingWithShared } from './shared-resampling.ts'
import { studentQuantile } from './student.ts'

/** Rates and means of one set of prompts, from counts by prompt. */
export class Estimator {
  readonly #prompts: number
  readonly #answers: number
  readonly #resampling: Resampling

  /** `answers`: how many there are of each prompt. */
  constructor(answers: ArrayLike<number>) {
    this.#prompts = answers.length
    this.#answers = sum(answers)
    this.#resampling = resamplingWithShared(this.#prompts)
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
    return clusteredRate(counted, outOf, this.#resampling)
  }

  /**
   * A mean of values between two bounds, without an interval over fewer than two answers. The interval is
   * Student’s where each prompt has one answer and where the answers are to one prompt alone; else a bootstrap over prompts, never narrower
   * than Student’s. Where all answers agree neither has a width: the mean is then given that of answers of which so large a share as
   * Wilson’s interval allows, not having been seen, is 1 away.
   */
  mean(counts: MeanCounts, [least, most]: readonly [number, number]): Mean {
    const [value, error, { answers }] = [counts.mean(), counts.independentError(), counts]
    if (value === null || error === null) return { value, low: null, high: null, answers }
    const half = Math.max(error * studentQuantile(answers - 1), wilson(0, answers).high)
    const resampled = this.#resampledMean(counts)
    return {
      value,
      low: Math.max(least, Math.min(value - half, resampled?.low ?? value)),
      high: Math.min(most, Math.max(value + half, resampled?.high ?? value)),
      answers,
    }
  }

  #resampledMean({ totals, weights }: MeanCounts): { low: number; high: number } | null {
    if (this.#answers === this.#prompts) return null
    const weighted = weights.reduce((count, weight) => (weight > 0 ? count + 1 : count), 0)
    if (weighted < 2) return null
    const { numerators, denominators } = this.#resampling
    return percentileInterval(numerators(totals), denominators(weights), weighted)
  }

  #ofOnePrompt(whole: Rate): Rate {
    const weight = Math.min(whole.denominator, this.#answers)
    return whole.value === null ? whole : { ...whole, ...wilson(whole.value * weight, weight) }
  }
}
