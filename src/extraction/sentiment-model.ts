import { inflateRawSync } from 'node:zlib'
import type { Features } from './sentiment-features.ts'
import { SENTIMENT_WEIGHTS } from './sentiment-weights.ts'

/** Bits of a hash that choose its weights. */
export const WEIGHT_BITS = 18
/** Bits of a word's hash that say whether the word is known. */
export const KNOWN_BITS = 17

/** A trained linear model: for each bucket how much its feature speaks for praise, and how much for blame. */
export interface SentimentModel {
  weights: Int8Array | Float32Array
  /** Worth of one step of a weight. */
  scale: number
  /** One bit for each hash of a word met in training. */
  known: Uint8Array
}

/** A score within ±0.25 is neutral. */
export const NEUTRAL_BAND = 0.25
const LEAST_OPINION = 0.26
/** Vote, against 0 for neither, from which praise or blame is believed. */
const OPINION = -0.2

let shipped: SentimentModel | undefined

/** The model of the repository, unpacked at its first use. */
export function shippedModel(): SentimentModel {
  if (!shipped) {
    const bytes = inflateRawSync(Buffer.from(SENTIMENT_WEIGHTS.packed, 'base64'))
    const size = 2 << WEIGHT_BITS
    shipped = {
      weights: new Int8Array(bytes.buffer, bytes.byteOffset, size),
      scale: SENTIMENT_WEIGHTS.scale,
      known: new Uint8Array(bytes.buffer, bytes.byteOffset + size, 1 << (KNOWN_BITS - 3)),
    }
  }
  return shipped
}

/** True when a word, given by its hash, was met in training. */
export function isKnown({ known }: SentimentModel, hash: number): boolean {
  const bit = Math.imul(hash, 0x9e3779b1) >>> (32 - KNOWN_BITS)
  return (((known[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1
}

/** Adds how much the features speak for praise and for blame, against 0 for neither, at two places of `into`. */
export function addVotes(
  { weights, scale }: SentimentModel,
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

/**
 * Probability of praise less that of blame, beyond ±0.25, where praise or blame is likelier than neither; else 0. The
 * score alone tells the label.
 */
export function scoreOf(positive: number, negative: number): number {
  if (Math.max(positive, negative) <= OPINION) return 0
  const highest = Math.max(positive, negative, 0)
  const praise = Math.exp(positive - highest)
  const blame = Math.exp(negative - highest)
  const balance = (praise - blame) / (praise + blame + Math.exp(-highest))
  return positive >= negative ? Math.max(balance, LEAST_OPINION) : Math.min(balance, -LEAST_OPINION)
}
