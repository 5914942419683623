/** Parameters that turn the probability of a model into the share of such predictions that are right. */
export interface Calibration {
  offset: number
  slope: number
}

/** Leaves probabilities as they are. */
export const UNCALIBRATED: Calibration = { offset: 0, slope: 1 }

/** Limit of probabilities, because the logit of 0 and 1 is infinite. */
const EDGE = 1e-4

export function logit(probability: number): number {
  const inside = Math.min(1 - EDGE, Math.max(EDGE, probability))
  return Math.log(inside / (1 - inside))
}

/**
 * Returns the calibrated probability, 0…1 with three decimals. The formula is a logistic regression on the logit (J. Platt,
 * Probabilistic outputs for support vector machines, 1999).
 */
export function calibrate({ offset, slope }: Calibration, probability: number): number {
  const calibrated = 1 / (1 + Math.exp(-(offset + slope * logit(probability))))
  return Math.round(calibrated * 1000) / 1000
}
