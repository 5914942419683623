/** Parameters that turn the probability of a model into the share of such predictions that are right. */
export interface Calibration {
  offset: number
  slope: number
}

/** Leaves probabilities as they are. */
export const UNCALIBRATED: Calibration = { offset: 0, slope: 1 }

/** Limit of probabilities before and after the calibration: the logit of 0 and 1 is infinite, and no prediction is certain. */
const EDGE = 1e-3

export function logit(probability: number): number {
  const inside = limited(probability)
  return Math.log(inside / (1 - inside))
}

function limited(probability: number): number {
  return Math.min(1 - EDGE, Math.max(EDGE, probability))
}

/**
 * Returns the calibrated probability, .001 to .999 with three decimals. The formula is a logistic regression on the logit (J. Platt,
 * Probabilistic outputs for support vector machines, 1999).
 */
export function calibrate({ offset, slope }: Calibration, probability: number): number {
  const calibrated = 1 / (1 + Math.exp(-(offset + slope * logit(probability))))
  return Math.round(limited(calibrated) * 1000) / 1000
}
