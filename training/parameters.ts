/** Learned parameters with their gradients and the state of the Adam optimizer. */
export interface Parameters {
  values: Float32Array
  /** Gradients of the loss, summed since the last step. */
  gradients: Float32Array
  /** Running means of the gradients and of their squares. */
  means: Float32Array
  squares: Float32Array
  weightDecay: number
}

/** Creates parameters with an approximately normal distribution with mean 0 and the given standard deviation. */
export function parameters(
  length: number,
  deviation: number,
  weightDecay: number,
  random: () => number,
): Parameters {
  // The sum of four uniform random numbers has a standard deviation of 1 / √3.
  const draw = () => (random() + random() + random() + random() - 2) * Math.sqrt(3) * deviation
  return {
    values: Float32Array.from({ length }, draw),
    gradients: new Float32Array(length),
    means: new Float32Array(length),
    squares: new Float32Array(length),
    weightDecay,
  }
}

/**
 * Performs one step of AdamW (Adam with decoupled weight decay: Loshchilov & Hutter 2019,
 * https://arxiv.org/abs/1711.05101) and clears the gradients.
 */
export function adamStep(all: readonly Parameters[], learningRate: number, step: number): void {
  const meanShare = 1 - 0.9 ** step
  const squareShare = 1 - 0.999 ** step
  for (const { values, gradients, means, squares, weightDecay } of all) {
    for (let at = 0; at < values.length; at += 1) {
      const gradient = gradients[at] ?? 0
      const value = values[at] ?? 0
      const mean = 0.9 * (means[at] ?? 0) + 0.1 * gradient
      const square = 0.999 * (squares[at] ?? 0) + 0.001 * gradient * gradient
      means[at] = mean
      squares[at] = square
      values[at] =
        value -
        learningRate * (mean / meanShare / (Math.sqrt(square / squareShare) + 1e-8) + weightDecay * value)
      gradients[at] = 0
    }
  }
}
