/** Counts of a mean over answers, by prompt: it is the sum of their totals over that of their weights. */
export class MeanCounts {
  readonly totals: Float64Array
  readonly weights: Float64Array
  #answers = 0
  /** Sums over single answers: of squared totals, of total × weight, of squared weights. */
  readonly #squares = { totals: 0, products: 0, weights: 0 }

  /** `prompts`: how many there are. */
  constructor(prompts: number) {
    this.totals = new Float64Array(prompts)
    this.weights = new Float64Array(prompts)
  }

  /** How many answers were added. */
  get answers(): number {
    return this.#answers
  }

  /** Adds an answer to the prompt at a place. */
  add(place: number, total: number, weight: number): void {
    this.totals[place] = (this.totals[place] ?? 0) + total
    this.weights[place] = (this.weights[place] ?? 0) + weight
    this.#answers += 1
    this.#squares.totals += total * total
    this.#squares.products += total * weight
    this.#squares.weights += weight * weight
  }

  /** The mean; null without a weight. */
  mean(): number | null {
    let [total, weight] = [0, 0]
    for (let place = 0; place < this.weights.length; place += 1) {
      total += this.totals[place] ?? 0
      weight += this.weights[place] ?? 0
    }
    return weight === 0 ? null : total / weight
  }

  /**
   * The standard error of the mean if answers were independent, that of a ratio (W. G. Cochran, Sampling Techniques, 1977, §6.3);
   * null with fewer than two answers.
   */
  independentError(): number | null {
    const [mean, answers] = [this.mean(), this.#answers]
    if (mean === null || answers < 2) return null
    const { totals, products, weights } = this.#squares
    // Rounding can leave less than 0.
    const residuals = Math.max(0, totals - 2 * mean * products + mean * mean * weights)
    const weight = this.weights.reduce((sum, amount) => sum + amount, 0)
    return Math.sqrt((answers / (answers - 1)) * residuals) / weight
  }
}
