/** Clusters that are summed at once, which is four times as fast as one by one. */
const GROUP = 8

/** Random weights of clusters. Computes weighted sums of columns with one number per cluster. */
export class Weights {
  readonly clusters: number
  readonly draws: number
  /** All draws of the first cluster, then all of the second, padded to whole groups. */
  readonly #weights: Float64Array

  /** @param draw adds the weights of the clusters in one draw */
  constructor(
    clusters: number,
    draws: number,
    draw: (number: number, add: (cluster: number, weight: number) => void) => void,
  ) {
    this.clusters = clusters
    this.draws = draws
    const weights = new Float64Array(Math.ceil(clusters / GROUP) * GROUP * draws)
    for (let number = 0; number < draws; number += 1) {
      draw(number, (cluster, weight) => {
        const at = cluster * draws + number
        weights[at] = (weights[at] ?? 0) + weight
      })
    }
    this.#weights = weights
  }

  /** Writes the weighted sum of a column in every draw to `sums`, and returns it. */
  sums(column: ArrayLike<number>, sums: Float64Array = new Float64Array(this.draws)): Float64Array {
    const draws = this.draws
    sums.fill(0)
    const weights = this.#weights
    // All indices are within the arrays, or their amount is 0. The fallbacks only satisfy the compiler.
    for (let cluster = 0; cluster < this.clusters; cluster += GROUP) {
      const [a, b, c, d] = [
        column[cluster] ?? 0,
        column[cluster + 1] ?? 0,
        column[cluster + 2] ?? 0,
        column[cluster + 3] ?? 0,
      ]
      const [e, f, g, h] = [
        column[cluster + 4] ?? 0,
        column[cluster + 5] ?? 0,
        column[cluster + 6] ?? 0,
        column[cluster + 7] ?? 0,
      ]
      if (a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0 && g === 0 && h === 0) continue
      const start = cluster * draws
      for (let draw = 0; draw < draws; draw += 1) {
        const at = start + draw
        sums[draw] =
          (sums[draw] ?? 0) +
          a * (weights[at] ?? 0) +
          b * (weights[at + draws] ?? 0) +
          c * (weights[at + 2 * draws] ?? 0) +
          d * (weights[at + 3 * draws] ?? 0) +
          e * (weights[at + 4 * draws] ?? 0) +
          f * (weights[at + 5 * draws] ?? 0) +
          g * (weights[at + 6 * draws] ?? 0) +
          h * (weights[at + 7 * draws] ?? 0)
      }
    }
    return sums
  }
}
