/** Sums for a mean over answers, by prompt. The mean is the sum of the totals divided by the sum of the weights. */
export class MeanCounts {
  readonly totals: Float64Array
  readonly weights: Float64Array
  /** Number of answers added for each prompt. */
  readonly sizes: Float64Array
  #answers = 0
  /** Sums over single answers of squared totals, total × weight, and squared weights. */
  readonly #squares = { totals: 0, products: 0, weights: 0 }

  constructor(prompts: number) {
    this.totals = new Float64Array(prompts)
    this.weights = new Float64Array(prompts)
    this.sizes = new Float64Array(prompts)
  }

  /** Number of answers added. */
  get answers(): number {
    return this.#answers
  }

  /** Adds an answer to the prompt at an index. */
  add(index: number, total: number, weight: number): void {
    this.totals[index] = (this.totals[index] ?? 0) + total
    this.weights[index] = (this.weights[index] ?? 0) + weight
    this.sizes[index] = (this.sizes[index] ?? 0) + 1
    this.#answers += 1
    this.#squares.totals += total * total
    this.#squares.products += total * weight
    this.#squares.weights += weight * weight
  }

  /** Returns the mean, or null if the total weight is 0. */
  mean(): number | null {
    let [total, weight] = [0, 0]
    for (let index = 0; index < this.weights.length; index += 1) {
      total += this.totals[index] ?? 0
      weight += this.weights[index] ?? 0
    }
    return weight === 0 ? null : total / weight
  }

  /**
   * Returns the sums of squares, between and within prompts, of each answer's contribution to the error of the mean:
   * total − mean × weight (W. G. Cochran, Sampling Techniques, 1977, §6.3). Both are 0 if the total weight is 0.
   */
  squares(): { between: number; within: number } {
    const mean = this.mean() ?? 0
    let between = 0
    for (let index = 0; index < this.weights.length; index += 1) {
      const answers = this.sizes[index] ?? 0
      if (answers > 0)
        between += ((this.totals[index] ?? 0) - mean * (this.weights[index] ?? 0)) ** 2 / answers
    }
    const { totals, products, weights } = this.#squares
    // Rounding can produce a value below 0.
    const within = Math.max(0, totals - 2 * mean * products + mean * mean * weights - between)
    return { between, within }
  }
}
