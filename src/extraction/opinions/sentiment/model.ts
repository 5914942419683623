import { readFileSync } from 'node:fs'
import { indexWords } from '../../text/word-index.ts'
import { KNOWN_BITS, type LinearModel, WEIGHT_BITS } from './linear-model.ts'
import { FILTERS, HIDDEN, INPUTS, type Network, NOUN_COLUMNS, SPECIAL_ROWS, WORD_COLUMNS } from './network.ts'

/**
 * An ensemble of two models with averaged logits. The linear model knows the phrases of its training texts; the network
 * uses word embeddings and therefore also handles words that are not in the training texts.
 */
export interface SentimentModel {
  linear: LinearModel
  network: Network
}

export const NEUTRAL_BAND = 0.25
/** Minimum absolute value of a positive or negative score. */
const MIN_OPINION = 0.26
/** Minimum logit for positive or negative. The logit of neutral is 0. */
const OPINION_THRESHOLD = -0.15
/** Number of header fields: the row counts for words and nouns. */
const HEADER_LENGTH = 2

/**
 * Parses the format of `packModel`: its arrays in the same order without gaps, little-endian, first 32-bit numbers,
 * then bytes. The first two numbers are the row counts for words and nouns.
 */
export function unpackModel(bytes: Uint8Array): SentimentModel {
  const whole = bytes.slice()
  const [words = 0, nouns = 0] = new Int32Array(whole.buffer, 0, HEADER_LENGTH)
  let at = HEADER_LENGTH * 4
  const integers = (length: number) => {
    at += length * 4
    return new Int32Array(whole.buffer, at - length * 4, length)
  }
  const floats = (length: number) => {
    at += length * 4
    return Float64Array.from(new Float32Array(whole.buffer, at - length * 4, length))
  }
  const signedBytes = (length: number) => {
    at += length
    return new Int8Array(whole.buffer, at - length, length)
  }
  const [scale = 1, nounScale = 1] = floats(2)
  const network = {
    nounScale,
    scales: floats(FILTERS),
    biases: floats(FILTERS),
    hidden: floats(HIDDEN * INPUTS),
    hiddenBiases: floats(HIDDEN),
    outputs: floats(2 * HIDDEN),
    outputBiases: floats(2),
    words: indexWords(integers(words)),
    nouns: indexWords(integers(nouns)),
    wordRows: signedBytes((SPECIAL_ROWS + words) * WORD_COLUMNS),
    nounRows: signedBytes(nouns * NOUN_COLUMNS),
  }
  const weights = signedBytes(2 << WEIGHT_BITS)
  return {
    network,
    linear: { scale, weights, known: new Uint8Array(whole.buffer, at, 1 << (KNOWN_BITS - 3)) },
  }
}

/** Serializes a model for `unpackModel`. */
export function packModel({ network, linear }: SentimentModel): Uint8Array {
  const { words, nouns } = network
  const parts = [
    Int32Array.of(words.hashes.length, nouns.hashes.length),
    Float32Array.of(linear.scale, network.nounScale),
    Float32Array.from(network.scales),
    Float32Array.from(network.biases),
    Float32Array.from(network.hidden),
    Float32Array.from(network.hiddenBiases),
    Float32Array.from(network.outputs),
    Float32Array.from(network.outputBiases),
    words.hashes,
    nouns.hashes,
    network.wordRows,
    network.nounRows,
    linear.weights,
    linear.known,
  ]
  return Buffer.concat(
    parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  )
}

let shipped: SentimentModel | undefined

/** Returns the shipped model. The first call reads it from `sentiment.bin` next to this module or its bundle. */
export function shippedModel(): SentimentModel {
  shipped ??= unpackModel(readFileSync(new URL('sentiment.bin', import.meta.url)))
  return shipped
}

/**
 * Returns the score of a name from its logits; the logit of neutral is 0. The score is 0 if neither logit exceeds the
 * threshold. Otherwise it is the softmax probability of positive minus negative, with an absolute value of at least
 * 0.26, so that the score determines the label.
 */
export function scoreOf(positive: number, negative: number): number {
  if (Math.max(positive, negative) <= OPINION_THRESHOLD) return 0
  const highest = Math.max(positive, negative, 0)
  const likePositive = Math.exp(positive - highest)
  const likeNegative = Math.exp(negative - highest)
  const balance = (likePositive - likeNegative) / (likePositive + likeNegative + Math.exp(-highest))
  return positive >= negative ? Math.max(balance, MIN_OPINION) : Math.min(balance, -MIN_OPINION)
}
