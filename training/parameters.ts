/** Numbers that are learned, with what Adam keeps of each. */
export interface Parameters {
  values: Float32Array
  /** Summed slopes of the loss, since the last step. */
  slopes: Float32Array
  means: Float32Array
  squares: Float32Array
  decay: number
}

/** Numbers of about normal distribution and the given deviation. */
export function parameters(
  length: number,
  deviation: number,
  decay: number,
  random: () => number,
): Parameters {
  // A sum of four even numbers has a deviation of 1 / √3.
  const draw = () => (random() + random() + random() + random() - 2) * Math.sqrt(3) * deviation
  return {
    values: Float32Array.from({ length }, draw),
    slopes: new Float32Array(length),
    means: new Float32Array(length),
    squares: new Float32Array(length),
    decay,
  }
}

/** One step of Adam with decay apart from the slopes (Loshchilov & Hutter 2019); clears the slopes. */
export function stepDown(all: readonly Parameters[], rate: number, step: number): void {
  const meanShare = 1 - 0.9 ** step
  const squareShare = 1 - 0.999 ** step
  for (const { values, slopes, means, squares, decay } of all) {
    for (let at = 0; at < values.length; at += 1) {
      const slope = slopes[at] ?? 0
      const value = values[at] ?? 0
      const mean = 0.9 * (means[at] ?? 0) + 0.1 * slope
      const square = 0.999 * (squares[at] ?? 0) + 0.001 * slope * slope
      means[at] = mean
      squares[at] = square
      values[at] =
        value - rate * (mean / meanShare / (Math.sqrt(square / squareShare) + 1e-8) + decay * value)
      slopes[at] = 0
    }
  }
}
