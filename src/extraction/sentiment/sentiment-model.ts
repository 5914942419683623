import { readFileSync } from 'node:fs'
import { KNOWN_BITS, type LinearModel, WEIGHT_BITS } from './sentiment-linear.ts'
import {
  FILTERS,
  HIDDEN,
  INPUTS,
  type Network,
  NOUN_COLUMNS,
  SPECIALS,
  WORD_COLUMNS,
} from './sentiment-network.ts'
import { indexRows } from './word-rows.ts'

/** Two models that vote together: one knows the phrases of its training, the other words by their meaning. */
export interface SentimentModel {
  linear: LinearModel
  network: Network
}

/** A score within ±0.25 is neutral. */
export const NEUTRAL_BAND = 0.25
const LEAST_OPINION = 0.26
/** Vote, against 0 for neither, from which praise or blame is believed. */
const OPINION = -0.15
const COUNTS = 2

/**
 * Arrays of a packed model, in order, without gaps, little-endian: numbers of 4 bytes first, then of 1. `words` and
 * `nouns` are the first two numbers of the file.
 */
export function unpackModel(bytes: Uint8Array): SentimentModel {
  const whole = bytes.slice()
  const [words = 0, nouns = 0] = new Int32Array(whole.buffer, 0, COUNTS)
  let at = COUNTS * 4
  const integers = (length: number) => {
    at += length * 4
    return new Int32Array(whole.buffer, at - length * 4, length)
  }
  const numbers = (length: number) => {
    at += length * 4
    return Float64Array.from(new Float32Array(whole.buffer, at - length * 4, length))
  }
  const steps = (length: number) => {
    at += length
    return new Int8Array(whole.buffer, at - length, length)
  }
  const [scale = 1, nounScale = 1] = numbers(2)
  const network = {
    nounScale,
    scales: numbers(FILTERS),
    biases: numbers(FILTERS),
    hidden: numbers(HIDDEN * INPUTS),
    hiddenBiases: numbers(HIDDEN),
    votes: numbers(2 * HIDDEN),
    voteBiases: numbers(2),
    words: indexRows(integers(words)),
    nouns: indexRows(integers(nouns)),
    rows: steps((SPECIALS + words) * WORD_COLUMNS),
    nounRows: steps(nouns * NOUN_COLUMNS),
  }
  const weights = steps(2 << WEIGHT_BITS)
  return {
    network,
    linear: { scale, weights, known: new Uint8Array(whole.buffer, at, 1 << (KNOWN_BITS - 3)) },
  }
}

/** The bytes that `unpackModel` reads. */
export function packModel({ network, linear }: SentimentModel): Uint8Array {
  const { words, nouns } = network
  const parts = [
    Int32Array.of(words.hashes.length, nouns.hashes.length),
    Float32Array.of(linear.scale, network.nounScale),
    Float32Array.from(network.scales),
    Float32Array.from(network.biases),
    Float32Array.from(network.hidden),
    Float32Array.from(network.hiddenBiases),
    Float32Array.from(network.votes),
    Float32Array.from(network.voteBiases),
    words.hashes,
    nouns.hashes,
    network.rows,
    network.nounRows,
    linear.weights,
    linear.known,
  ]
  return Buffer.concat(
    parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  )
}

let shipped: SentimentModel | undefined

/** The model of the repository, unpacked at its first use. The build puts its file beside the program. */
export function shippedModel(): SentimentModel {
  shipped ??= unpackModel(readFileSync(new URL('sentiment.bin', import.meta.url)))
  return shipped
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
