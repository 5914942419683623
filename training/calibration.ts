import { type Calibration, calibrate, logit } from '../src/extraction/stance/calibration.ts'

/** A prediction of a model that did not see the answer in training. */
export interface Prediction {
  /** Uncalibrated probability of the predicted label, 0…1. */
  probability: number
  isRight: boolean
}

/** Predictions with about the same calibrated probability. */
export interface ReliabilityBin {
  predictions: number
  /** Mean probability, 0…1. */
  probability: number
  /** Share of predictions that were right, 0…1. */
  right: number
}

const ITERATIONS = 25
const BINS = 10

/** Fits a logistic regression of being right on the logit of the probability, with Newton's method. */
export function fitCalibration(predictions: readonly Prediction[]): Calibration {
  let [offset, slope] = [0, 1]
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    // Gradient and Hessian. The small prior keeps the Hessian invertible for few predictions.
    let [g0, g1, h00, h01, h11] = [offset, slope - 1, 1, 0, 1]
    for (const { probability, isRight } of predictions) {
      const x = logit(probability)
      const expected = 1 / (1 + Math.exp(-(offset + slope * x)))
      const error = expected - (isRight ? 1 : 0)
      const weight = expected * (1 - expected)
      g0 += error
      g1 += error * x
      h00 += weight
      h01 += weight * x
      h11 += weight * x * x
    }
    const determinant = h00 * h11 - h01 * h01
    offset -= (h11 * g0 - h01 * g1) / determinant
    slope -= (h00 * g1 - h01 * g0) / determinant
  }
  return { offset, slope }
}

/**
 * Returns the reliability curve: ten bins with the same number of predictions, sorted by probability. Each fold is
 * calibrated with the predictions of the other folds.
 */
export function reliabilityOf(folds: readonly (readonly Prediction[])[]): ReliabilityBin[] {
  const calibrated = folds.flatMap((predictions, fold) => {
    const calibration = fitCalibration(folds.filter((_, other) => other !== fold).flat())
    return predictions.map((prediction) => ({
      ...prediction,
      probability: calibrate(calibration, prediction.probability),
    }))
  })
  const sorted = calibrated.toSorted((a, b) => a.probability - b.probability)
  return Array.from({ length: BINS }, (_, bin) => {
    const part = sorted.slice((bin * sorted.length) / BINS, ((bin + 1) * sorted.length) / BINS)
    const mean = (values: number[]) =>
      Math.round((values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)) * 1000) / 1000
    return {
      predictions: part.length,
      probability: mean(part.map(({ probability }) => probability)),
      right: mean(part.map(({ isRight }) => (isRight ? 1 : 0))),
    }
  })
}

/** Returns the expected calibration error: the mean distance of probability and share, weighted by predictions, 0…1. */
export function calibrationError(bins: readonly ReliabilityBin[]): number {
  const all = bins.reduce((sum, { predictions }) => sum + predictions, 0)
  const distance = bins.reduce(
    (sum, { predictions, probability, right }) => sum + predictions * Math.abs(probability - right),
    0,
  )
  return Math.round((distance / all) * 1000) / 1000
}
