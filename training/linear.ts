import type { SentimentLabel } from '../src/extraction/observation.ts'
import { KNOWN_BITS, type LinearModel, WEIGHT_BITS } from '../src/extraction/sentiment/sentiment-linear.ts'
import type { ReadText } from './examples.ts'
import { seeded, shuffle } from './random.ts'

/** How the weights of the linear model are found. */
export interface LinearSettings {
  rounds: number
  rate: number
  /** Share of a round's examples shown without their words, so that the lexicon is trusted where words are new. */
  blind: number
  /** Share of features left out at random. */
  drop: number
}

const COLUMN: Record<SentimentLabel, number> = { positive: 0, negative: 1, neutral: 2 }

/**
 * Fits a multinomial logistic regression by Adagrad over shuffled examples. Neutral is the class that weighs nothing;
 * few rounds, rather than a penalty, keep the weights small.
 */
export function fitLinear(
  texts: readonly ReadText[],
  { rounds, rate, blind, drop }: LinearSettings,
): LinearModel {
  const examples = texts.flatMap((text) => text.examples)
  const weights = new Float32Array(2 << WEIGHT_BITS)
  const history = new Float32Array(2 << WEIGHT_BITS).fill(1e-6)
  const order = Int32Array.from(examples, (_, index) => index)
  const random = seeded(7)
  for (let round = 0; round < rounds; round += 1) {
    shuffle(order, random)
    for (const which of order) {
      const example = examples[which]
      if (!example) continue
      const { hashes, words } = example
      const shown = random() < blind ? hashes.subarray(words) : hashes.filter(() => random() >= drop)
      const buckets = shown.map((hash) => hash >>> (32 - WEIGHT_BITS))
      const share = 1 / Math.sqrt(Math.max(hashes.length, 1))
      let positive = 0
      let negative = 0
      for (const bucket of buckets) {
        positive += share * (weights[bucket * 2] ?? 0)
        negative += share * (weights[bucket * 2 + 1] ?? 0)
      }
      const highest = Math.max(positive, negative, 0)
      const praise = Math.exp(positive - highest)
      const blame = Math.exp(negative - highest)
      const all = praise + blame + Math.exp(-highest)
      const column = COLUMN[example.label]
      const slopes = [
        (praise / all - (column === 0 ? 1 : 0)) * share * example.weight,
        (blame / all - (column === 1 ? 1 : 0)) * share * example.weight,
      ]
      for (const bucket of buckets) {
        for (let side = 0; side < 2; side += 1) {
          const at = bucket * 2 + side
          const slope = slopes[side] ?? 0
          history[at] = (history[at] ?? 0) + slope * slope
          weights[at] = (weights[at] ?? 0) - (rate * slope) / Math.sqrt(history[at] ?? 1)
        }
      }
    }
  }
  return { weights, scale: 1, known: knownWords(texts) }
}

function knownWords(texts: readonly ReadText[]): Uint8Array {
  const known = new Uint8Array(1 << (KNOWN_BITS - 3))
  for (const { words } of texts) {
    for (const word of words) {
      const bit = Math.imul(word, 0x9e3779b1) >>> (32 - KNOWN_BITS)
      known[bit >> 3] = (known[bit >> 3] ?? 0) | (1 << (bit & 7))
    }
  }
  return known
}

/** The same model with weights of one byte; the largest few are cut. */
export function quantise(model: LinearModel): LinearModel {
  const sizes = Array.from(model.weights, Math.abs)
    .filter((size) => size > 0)
    .sort((left, right) => left - right)
  const scale = (sizes[Math.floor(sizes.length * 0.9999)] ?? 1) / 127
  const weights = Int8Array.from(model.weights, (weight) =>
    Math.max(-127, Math.min(127, Math.round(weight / scale))),
  )
  return { ...model, weights, scale }
}
