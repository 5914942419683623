import type { Sentence } from '../../sentences/sentences.ts'
import { rowOfWord, type WordIndex } from '../../text/word-index.ts'
import { clauseAt, type HashedSentence, isDigit } from './features.ts'

/** Number of convolution filters. Each covers a token and its two neighbors. */
export const FILTERS = 16
/** Length of a word's row: its inputs to each filter as the previous, current and next token. */
export const WORD_COLUMNS = 3 * FILTERS
/** Length of the row of a common noun that is tracked as a name ("support"). */
export const NOUN_COLUMNS = 8
/** Number of hidden units. */
export const HIDDEN = 16

/** Special rows: outside the sentence, a tracked name, a number, a percentage, a word without a row. */
export const SPECIAL = { edge: 0, name: 1, number: 2, percentage: 3, unknown: 4 } as const
/** Number of special rows, which precede the word rows. */
export const SPECIAL_ROWS = 5

const POOLING_RANGES = 9
// Maximum distance in tokens for "near the name" and "next to the name".
const NEAR = 4
const NEXT = 2
/** Index of the first input for the noun's row. */
export const NOUN_OFFSET = (POOLING_RANGES + 1) * FILTERS + 2
/** Inputs of the hidden layer: pooled filters per range, maxima, lexicon opinion, noun flag, noun row. */
export const INPUTS = NOUN_OFFSET + NOUN_COLUMNS

/**
 * A small convolutional network over the tokens of a sentence. The filter activations are pooled over ranges left and
 * right of the name (after Kim 2014, https://aclanthology.org/D14-1181/) and passed through a hidden layer to two
 * logits.
 */
export interface Network {
  words: WordIndex
  /** Quantized rows of length `WORD_COLUMNS`: `SPECIAL_ROWS` special rows, then one per word. */
  wordRows: Int8Array
  /** Value of one row step, per filter. */
  scales: Float64Array
  biases: Float64Array
  nouns: WordIndex
  nounRows: Int8Array
  /** Value of one step in a noun row. */
  nounScale: number
  /** Weights of the hidden layer: `HIDDEN` rows of length `INPUTS`. */
  hidden: Float64Array
  hiddenBiases: Float64Array
  /** Weights of the logits: two rows of length `HIDDEN`, for positive and negative. */
  outputs: Float64Array
  outputBiases: Float64Array
}

/** Filter activations in a sentence. The buffers are reused for the next sentence. */
export interface Activations {
  /** Prefix sums: `FILTERS` sums over the preceding tokens, for each token and for the end. */
  sums: Float64Array
  /** Maximum of each filter in the sentence. */
  maxima: Float64Array
}

/** Creates buffers for sentences of up to the given number of tokens. */
export function createActivations(tokens: number): Activations {
  return { sums: new Float64Array((tokens + 1) * FILTERS), maxima: new Float64Array(FILTERS) }
}

/** Returns the row of each token of a sentence, including special rows. `lower` is the lower-case text. */
export function readRows(
  index: WordIndex,
  lower: string,
  { tokens }: Sentence,
  { words }: HashedSentence,
): Int32Array {
  const rows = new Int32Array(tokens.length)
  tokens.forEach(({ name, word, end }, at) => {
    if (name >= 0) rows[at] = SPECIAL.name
    else if (isDigit(word.charCodeAt(0)))
      rows[at] = lower.charCodeAt(end) === 37 ? SPECIAL.percentage : SPECIAL.number
    else {
      const row = rowOfWord(index, word, words[at] ?? 0)
      rows[at] = row < 0 ? SPECIAL.unknown : row + SPECIAL_ROWS
    }
  })
  return rows
}

/** Computes the filter activations from the token rows of a sentence. */
export function convolve(
  { wordRows, scales, biases }: Network,
  tokens: Int32Array,
  { sums, maxima }: Activations,
): void {
  const { length } = tokens
  const width = FILTERS
  maxima.fill(0)
  let offset = 0
  for (let at = 0; at < length; at += 1) {
    const before = (at > 0 ? (tokens[at - 1] ?? 0) : SPECIAL.edge) * WORD_COLUMNS
    const here = (tokens[at] ?? 0) * WORD_COLUMNS + width
    const after = (at + 1 < length ? (tokens[at + 1] ?? 0) : SPECIAL.edge) * WORD_COLUMNS + 2 * width
    for (let filter = 0; filter < width; filter += 1) {
      const steps =
        (wordRows[before + filter] ?? 0) + (wordRows[here + filter] ?? 0) + (wordRows[after + filter] ?? 0)
      const sum = (biases[filter] ?? 0) + (scales[filter] ?? 0) * steps
      const activation = Math.max(sum, 0)
      sums[offset + width] = (sums[offset] ?? 0) + activation
      offset += 1
      if (activation > (maxima[filter] ?? 0)) maxima[filter] = activation
    }
  }
}

/**
 * Returns the token ranges over which the filters are pooled for the name at a token. On the left: the sentence, the
 * clause, near tokens and adjacent tokens. Then the name itself, and the same ranges on the right.
 */
export function poolingRanges(sentence: Sentence, at: number): [from: number, to: number][] {
  const { length } = sentence.tokens
  const { from, to } = clauseAt(sentence, at)
  return [
    [0, at],
    [from, at],
    [Math.max(0, at - NEAR), at],
    [Math.max(0, at - NEXT), at],
    [at, at + 1],
    [at + 1, length],
    [at + 1, to],
    [at + 1, Math.min(length, at + 1 + NEAR)],
    [at + 1, Math.min(length, at + 1 + NEXT)],
  ]
}

/** Returns the factor for the sum over a range, which reduces the weight of long ranges. */
export function poolingWeight(from: number, to: number): number {
  return from < to ? 1 / Math.sqrt(to - from + 1) : 0
}

// Buffers, overwritten for each name.
const inputs = new Float64Array(INPUTS)
const active = new Int32Array(INPUTS)
const units = new Float64Array(HIDDEN)

/**
 * Adds the logits of one name: positive at `into[offset]`, negative at `into[offset + 1]`. The logit of neutral is 0.
 * `ranges` come from `poolingRanges`.
 */
export function addNetworkLogits(
  network: Network,
  { sums, maxima }: Activations,
  ranges: readonly [from: number, to: number][],
  /** The lexicon's opinion about the name, −1…1. */
  opinion: number,
  /** Row of the common noun, or −1 for a proper name. */
  noun: number,
  into: Float64Array,
  offset: number,
): void {
  // Local copies: most of the time is spent in the loops below, and V8 reads local variables faster than module
  // variables.
  const filters = FILTERS
  const width = INPUTS
  const values = inputs
  let input = 0
  for (const [from, to] of ranges) {
    const weight = poolingWeight(from, to)
    const before = from * filters
    const after = to * filters
    for (let filter = 0; filter < filters; filter += 1) {
      values[input] = weight > 0 ? ((sums[after + filter] ?? 0) - (sums[before + filter] ?? 0)) * weight : 0
      input += 1
    }
  }
  values.set(maxima, input)
  values[NOUN_OFFSET - 2] = opinion
  values[NOUN_OFFSET - 1] = noun < 0 ? 0 : 1
  for (let column = 0; column < NOUN_COLUMNS; column += 1)
    values[NOUN_OFFSET + column] =
      noun < 0 ? 0 : (network.nounRows[noun * NOUN_COLUMNS + column] ?? 0) * network.nounScale
  // Skip zero inputs, which are more than half.
  const nonZero = active
  let count = 0
  for (let at = 0; at < width; at += 1) {
    if (values[at] === 0) continue
    nonZero[count] = at
    count += 1
  }
  const { hidden, hiddenBiases, outputs, outputBiases } = network
  let positive = outputBiases[0] ?? 0
  let negative = outputBiases[1] ?? 0
  // Four independent sums that the CPU can compute in parallel.
  for (let unit = 0; unit < HIDDEN; unit += 4) {
    let first = hiddenBiases[unit] ?? 0
    let second = hiddenBiases[unit + 1] ?? 0
    let third = hiddenBiases[unit + 2] ?? 0
    let fourth = hiddenBiases[unit + 3] ?? 0
    const row = unit * width
    for (let index = 0; index < count; index += 1) {
      const at = nonZero[index] ?? 0
      const number = values[at] ?? 0
      first += (hidden[row + at] ?? 0) * number
      second += (hidden[row + width + at] ?? 0) * number
      third += (hidden[row + 2 * width + at] ?? 0) * number
      fourth += (hidden[row + 3 * width + at] ?? 0) * number
    }
    units[unit] = first
    units[unit + 1] = second
    units[unit + 2] = third
    units[unit + 3] = fourth
  }
  for (let unit = 0; unit < HIDDEN; unit += 1) {
    const sum = units[unit] ?? 0
    if (sum <= 0) continue
    positive += sum * (outputs[unit] ?? 0)
    negative += sum * (outputs[HIDDEN + unit] ?? 0)
  }
  into[offset] = (into[offset] ?? 0) + positive
  into[offset + 1] = (into[offset + 1] ?? 0) + negative
}
