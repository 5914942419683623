import type { Features } from './sentiment-features.ts'

/** Bits of a hash that choose its weights. */
export const WEIGHT_BITS = 18
/** Bits of a word's hash that say whether the word is known. */
export const KNOWN_BITS = 17

/** A trained linear model: for each bucket how much its feature speaks for praise, and how much for blame. */
export interface LinearModel {
  weights: Int8Array | Float32Array
  /** Worth of one step of a weight. */
  scale: number
  /** One bit for each hash of a word met in training. */
  known: Uint8Array
}

/** True when a word, given by its hash, was met in training. */
export function isKnown({ known }: LinearModel, hash: number): boolean {
  const bit = Math.imul(hash, 0x9e3779b1) >>> (32 - KNOWN_BITS)
  return (((known[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1
}

/** Adds how much the features speak for praise and for blame, against 0 for neither, at two places of `into`. */
export function addLinearVotes(
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
