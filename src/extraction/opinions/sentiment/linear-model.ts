import type { Features } from './features.ts'

/** Number of hash bits that select the weights of a feature. */
export const WEIGHT_BITS = 18
/** Number of hash bits that select a word's bit in `known`. */
export const KNOWN_BITS = 17

/** A multinomial logistic regression over hashed features. Neutral is the reference class with logit 0. */
export interface LinearModel {
  /** Weights for positive and negative, per feature bucket. */
  weights: Int8Array | Float32Array
  /** Value of one step of a quantized weight. */
  scale: number
  /** Bit set of the word hashes in the training texts. */
  known: Uint8Array
}

/** True if a word hash occurs in the training texts, or shares its bit with one that does. */
export function isKnown({ known }: LinearModel, hash: number): boolean {
  const bit = Math.imul(hash, 0x9e3779b1) >>> (32 - KNOWN_BITS)
  return (((known[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1
}

/** Adds the logits of the features: positive at `into[at]`, negative at `into[at + 1]`. The logit of neutral is 0. */
export function addLinearLogits(
  { weights, scale }: LinearModel,
  { hashes, count }: Features,
  into: Float64Array,
  at: number,
): void {
  let positive = 0
  let negative = 0
  for (let index = 0; index < count; index += 1) {
    const bucket = ((hashes[index] ?? 0) >>> (32 - WEIGHT_BITS)) * 2
    positive += weights[bucket] ?? 0
    negative += weights[bucket + 1] ?? 0
  }
  const share = scale / Math.sqrt(Math.max(count, 1))
  into[at] = (into[at] ?? 0) + positive * share
  into[at + 1] = (into[at + 1] ?? 0) + negative * share
}
