/** Counts of a mean over answers, by prompt: it is the sum of their totals over that of their weights. */
export class MeanCounts {
  readonly totals: Float64Array
  readonly weights: Float64Array
  /** How many answers were added to each prompt. */
  readonly sizes: Float64Array
  #answers = 0
  /** Sums over single answers: of squared totals, of total × weight, of squared weights. */
  readonly #squares = { totals: 0, products: 0, weights: 0 }

  /** `prompts`: how many there are. */
  constructor(prompts: number) {
    this.totals = new Float64Array(prompts)
    this.weights = new Float64Array(prompts)
    this.sizes = new Float64Array(prompts)
  }

  /** How many answers were added. */
  get answers(): number {
    return this.#answers
  }

  /** Adds an answer to the prompt at a place. */
  add(place: number, total: number, weight: number): void {
    this.totals[place] = (this.totals[place] ?? 0) + total
    this.weights[place] = (this.weights[place] ?? 0) + weight
    this.sizes[place] = (this.sizes[place] ?? 0) + 1
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
   * The sums of squares of what each answer adds to the mean's error, total − mean × weight (W. G. Cochran, Sampling Techniques, 1977, §6.3):
   * between prompts, of their means, and within them. All 0 without a weight.
   */
  squares(): { between: number; within: number } {
    const mean = this.mean() ?? 0
    let between = 0
    for (let place = 0; place < this.weights.length; place += 1) {
      const answers = this.sizes[place] ?? 0
      if (answers > 0)
        between += ((this.totals[place] ?? 0) - mean * (this.weights[place] ?? 0)) ** 2 / answers
    }
    const { totals, products, weights } = this.#squares
    // Rounding can leave less than 0.
    const within = Math.max(0, totals - 2 * mean * products + mean * mean * weights - between)
    return { between, within }
  }
}
