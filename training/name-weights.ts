import { FEATURES, OWN_WORDS } from '../src/extraction/names/discovery/features.ts'
import type { LinearWeights } from '../src/extraction/names/discovery/model.ts'
import { seeded, shuffle } from './random.ts'

/** A span with its features and the label whether it is a name. */
export interface NameExample {
  features: Int32Array
  isName: boolean
}

/** Hyperparameters for `fitNames`. */
export interface NameSettings {
  epochs: number
  learningRate: number
  /** L2 regularization of the weights. */
  l2: number
}

/**
 * Fits a logistic regression with Adagrad (Duchi, Hazan & Singer 2011) over shuffled examples. Weights for a name's own
 * words are at most zero, so that the model cannot memorize names.
 */
export function fitNames(
  examples: readonly NameExample[],
  { epochs, learningRate, l2 }: NameSettings,
): LinearWeights {
  const weights = new Float64Array(FEATURES)
  const history = new Float64Array(FEATURES).fill(1)
  const order = Int32Array.from(examples, (_, index) => index)
  const random = seeded(11)
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random)
    for (const which of order) {
      const example = examples[which]
      if (!example) continue
      let logit = 0
      for (const feature of example.features) logit += weights[feature] ?? 0
      const error = 1 / (1 + Math.exp(-logit)) - (example.isName ? 1 : 0)
      for (const feature of example.features) {
        const weight = weights[feature] ?? 0
        const gradient = error + l2 * weight
        const sum = (history[feature] ?? 1) + gradient * gradient
        history[feature] = sum
        const moved = weight - (learningRate * gradient) / Math.sqrt(sum)
        weights[feature] = feature >= OWN_WORDS ? Math.min(moved, 0) : moved
      }
    }
  }
  return quantize(weights)
}

/** Quantizes weights to 127 steps per sign. */
function quantize(weights: Float64Array): LinearWeights {
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127
  return { scale, weights: Int8Array.from(weights, (weight) => Math.round(weight / scale)) }
}
