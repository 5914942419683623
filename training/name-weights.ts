import { FEATURES, OWN_WORDS } from '../src/extraction/discovery/features.ts'
import type { LinearWeights } from '../src/extraction/discovery/model.ts'
import { seeded, shuffle } from './random.ts'

/** A span with its features, which is a name or is none. */
export interface NameExample {
  features: Int32Array
  isName: boolean
}

/** Hyperparameters of the fit. */
export interface NameSettings {
  rounds: number
  rate: number
  /** Weight of the penalty on squared weights. */
  decay: number
}

/**
 * Fits a logistic regression by Adagrad (Duchi, Hazan & Singer 2011) over shuffled examples. Weights of a name's own words are held at
 * zero or below, so that no name is learned by heart.
 */
export function fitNames(
  examples: readonly NameExample[],
  { rounds, rate, decay }: NameSettings,
): LinearWeights {
  const weights = new Float64Array(FEATURES)
  const history = new Float64Array(FEATURES).fill(1)
  const order = Int32Array.from(examples, (_, index) => index)
  const random = seeded(11)
  for (let round = 0; round < rounds; round += 1) {
    shuffle(order, random)
    for (const which of order) {
      const example = examples[which]
      if (!example) continue
      let logit = 0
      for (const feature of example.features) logit += weights[feature] ?? 0
      const error = 1 / (1 + Math.exp(-logit)) - (example.isName ? 1 : 0)
      for (const feature of example.features) {
        const weight = weights[feature] ?? 0
        const gradient = error + decay * weight
        const sum = (history[feature] ?? 1) + gradient * gradient
        history[feature] = sum
        const moved = weight - (rate * gradient) / Math.sqrt(sum)
        weights[feature] = feature >= OWN_WORDS ? Math.min(moved, 0) : moved
      }
    }
  }
  return quantise(weights)
}

/** Rounds weights to 127 steps of either sign. */
function quantise(weights: Float64Array): LinearWeights {
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127
  return { scale, weights: Int8Array.from(weights, (weight) => Math.round(weight / scale)) }
}
