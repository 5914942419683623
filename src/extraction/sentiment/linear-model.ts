import type { Features } from './features.ts'

/** Bits of a feature's hash that select its weights. */
export const WEIGHT_BITS = 18
/** Bits of a word's hash that select its bit in `known`. */
export const KNOWN_BITS = 17

/** A multinomial logistic regression over hashed features, with neutral as the class whose logit is 0. */
export interface LinearModel {
  /** For each bucket of features its weights for positive and for negative. */
  weights: Int8Array | Float32Array
  /** Value of one step of a quantised weight. */
  scale: number
  /** Bit set of the hashes of the words of the training texts. */
  known: Uint8Array
}

/** True when a word, given by its hash, occurs in the training texts (or shares its bit with one that does). */
export function isKnown({ known }: LinearModel, hash: number): boolean {
  const bit = Math.imul(hash, 0x9e3779b1) >>> (32 - KNOWN_BITS)
  return (((known[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1
}

/** Adds the logits of the features, positive at `into[at]` and negative at `into[at + 1]`, with 0 as the logit of neutral. */
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
