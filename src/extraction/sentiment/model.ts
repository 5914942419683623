import { readFileSync } from 'node:fs'
import { indexWords } from '../text/word-index.ts'
import { KNOWN_BITS, type LinearModel, WEIGHT_BITS } from './linear-model.ts'
import { FILTERS, HIDDEN, INPUTS, type Network, NOUN_COLUMNS, SPECIAL_ROWS, WORD_COLUMNS } from './network.ts'

/**
 * An ensemble of two models whose logits are averaged: a linear model, which knows the phrases of its training texts, and a network
 * over word embeddings, which also reads words that no training text has.
 */
export interface SentimentModel {
  linear: LinearModel
  network: Network
}

/** Scores from −0.25 to 0.25 are neutral. */
export const NEUTRAL_BAND = 0.25
/** Absolute value of the least positive or negative score. */
const LEAST_OPINION = 0.26
/** Logit above which a name is positive or negative, where the logit of neutral is 0. */
const OPINION_THRESHOLD = -0.15
/** Numbers at the beginning of the file: how many rows words and nouns have. */
const HEADER_LENGTH = 2

/**
 * Reads a model from the format of `packModel`: the arrays listed there one after the other without gaps, little-endian, first those of
 * 32-bit numbers and then those of bytes. The first two numbers are how many words and how many nouns have a row.
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

/** Serialises a model to the bytes that `unpackModel` reads; see there for the format. */
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

/** The model that ships with the program, read at the first call from `sentiment.bin` beside this module or its bundle. */
export function shippedModel(): SentimentModel {
  shipped ??= unpackModel(readFileSync(new URL('sentiment.bin', import.meta.url)))
  return shipped
}

/**
 * Score of a name from its logits (that of neutral is 0): 0 where neither exceeds the threshold, else the probability of positive less
 * that of negative by the softmax, at least 0.26 in absolute value, so that the score determines the label.
 */
export function scoreOf(positive: number, negative: number): number {
  if (Math.max(positive, negative) <= OPINION_THRESHOLD) return 0
  const highest = Math.max(positive, negative, 0)
  const likePositive = Math.exp(positive - highest)
  const likeNegative = Math.exp(negative - highest)
  const balance = (likePositive - likeNegative) / (likePositive + likeNegative + Math.exp(-highest))
  return positive >= negative ? Math.max(balance, LEAST_OPINION) : Math.min(balance, -LEAST_OPINION)
}
