import type { MentionSentimentLabel } from '../src/extraction/foundation/observation.ts'
import {
  KNOWN_BITS,
  type LinearModel,
  WEIGHT_BITS,
} from '../src/extraction/opinions/sentiment/linear-model.ts'
import type { PreparedText } from './examples.ts'
import { seeded, shuffle } from './random.ts'

/** Hyperparameters of the linear model. */
export interface LinearSettings {
  epochs: number
  learningRate: number
  /**
   * Share of the examples per epoch without word features, so that the model learns to use the lexicon for unknown
   * words.
   */
  wordDropout: number
  /** Dropout rate of features. */
  dropout: number
}

const COLUMN: Record<MentionSentimentLabel, number> = { positive: 0, negative: 1, neutral: 2 }

/**
 * Fits a multinomial logistic regression with Adagrad (Duchi, Hazan & Singer 2011) over shuffled examples. Neutral is
 * the reference class with logit 0. Early stopping after a few epochs replaces a penalty on the weights.
 */
export function fitLinear(
  texts: readonly PreparedText[],
  { epochs, learningRate, wordDropout, dropout }: LinearSettings,
): LinearModel {
  const examples = texts.flatMap((text) => text.examples)
  const weights = new Float32Array(2 << WEIGHT_BITS)
  const history = new Float32Array(2 << WEIGHT_BITS).fill(1e-6)
  const order = Int32Array.from(examples, (_, index) => index)
  const random = seeded(7)
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random)
    for (const which of order) {
      const example = examples[which]
      if (!example) continue
      const { hashes, words } = example
      const shown = random() < wordDropout ? hashes.subarray(words) : hashes.filter(() => random() >= dropout)
      const buckets = shown.map((hash) => hash >>> (32 - WEIGHT_BITS))
      const share = 1 / Math.sqrt(Math.max(hashes.length, 1))
      let positive = 0
      let negative = 0
      for (const bucket of buckets) {
        positive += share * (weights[bucket * 2] ?? 0)
        negative += share * (weights[bucket * 2 + 1] ?? 0)
      }
      const highest = Math.max(positive, negative, 0)
      const positiveOdds = Math.exp(positive - highest)
      const negativeOdds = Math.exp(negative - highest)
      const all = positiveOdds + negativeOdds + Math.exp(-highest)
      const column = COLUMN[example.label]
      const gradients = [
        (positiveOdds / all - (column === 0 ? 1 : 0)) * share * example.weight,
        (negativeOdds / all - (column === 1 ? 1 : 0)) * share * example.weight,
      ]
      for (const bucket of buckets) {
        for (let side = 0; side < 2; side += 1) {
          const at = bucket * 2 + side
          const gradient = gradients[side] ?? 0
          history[at] = (history[at] ?? 0) + gradient * gradient
          weights[at] = (weights[at] ?? 0) - (learningRate * gradient) / Math.sqrt(history[at] ?? 1)
        }
      }
    }
  }
  return { weights, scale: 1, known: knownWords(texts) }
}

/** Returns the bit set of all words in the texts. */
function knownWords(texts: readonly PreparedText[]): Uint8Array {
  const known = new Uint8Array(1 << (KNOWN_BITS - 3))
  for (const { words } of texts) {
    for (const word of words) {
      const bit = Math.imul(word, 0x9e3779b1) >>> (32 - KNOWN_BITS)
      known[bit >> 3] = (known[bit >> 3] ?? 0) | (1 << (bit & 7))
    }
  }
  return known
}

/** Quantizes the weights to signed bytes, clipping the largest 0.01 %. */
export function quantize(model: LinearModel): LinearModel {
  const sizes = Array.from(model.weights, Math.abs)
    .filter((size) => size > 0)
    .sort((a, b) => a - b)
  const scale = (sizes[Math.floor(sizes.length * 0.9999)] ?? 1) / 127
  const weights = Int8Array.from(model.weights, (weight) =>
    Math.max(-127, Math.min(127, Math.round(weight / scale))),
  )
  return { ...model, weights, scale }
}
