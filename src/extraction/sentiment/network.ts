import type { Sentence } from '../sentences/sentences.ts'
import { rowOfWord, type WordIndex } from '../text/word-index.ts'
import { clauseAt, type HashedSentence, isDigit } from './features.ts'

/** Filters of the convolution, each over a token and its two neighbours. */
export const FILTERS = 16
/** Length of the row of a word: its input to each filter as the token before, the token itself and the token after. */
export const WORD_COLUMNS = 3 * FILTERS
/** Length of the row of a common noun that is tracked as a name ("support"). */
export const NOUN_COLUMNS = 8
/** Units of the hidden layer. */
export const HIDDEN = 16

/** Rows that are not of a word: outside the sentence, a tracked name, a number, a percentage, a word without a row. */
export const SPECIAL = { edge: 0, name: 1, number: 2, percentage: 3, unknown: 4 } as const
/** Number of special rows, which come before those of words. */
export const SPECIAL_ROWS = 5

const POOLING_RANGES = 9
// Tokens on either side of a name that count as near it, and as next to it.
const NEAR = 4
const NEXT = 2
/** Index of the first input for the row of the noun. */
export const NOUN_OFFSET = (POOLING_RANGES + 1) * FILTERS + 2
/** Inputs of the hidden layer: the filters pooled over each range, their maxima, the lexicon's opinion, whether it is a noun, its row. */
export const INPUTS = NOUN_OFFSET + NOUN_COLUMNS

/**
 * A small convolutional network over the tokens of a sentence. The activations of its filters are pooled over ranges left and right of
 * the name (after Kim 2014, https://aclanthology.org/D14-1181/), a hidden layer follows, and two logits come out.
 */
export interface Network {
  words: WordIndex
  /** `SPECIAL_ROWS` rows and then one for each word, each of length `WORD_COLUMNS`, quantised. */
  wordRows: Int8Array
  /** Value of one step of a row, for each filter. */
  scales: Float64Array
  biases: Float64Array
  nouns: WordIndex
  nounRows: Int8Array
  /** Value of one step of the row of a noun. */
  nounScale: number
  /** Weights of the hidden layer: `HIDDEN` rows of length `INPUTS`. */
  hidden: Float64Array
  hiddenBiases: Float64Array
  /** Weights of the logits: two rows, positive and negative, of length `HIDDEN`. */
  outputs: Float64Array
  outputBiases: Float64Array
}

/** Activations of the filters in a sentence, in buffers that are used again for the next sentence. */
export interface Activations {
  /** Prefix sums: for each token, and for the end, `FILTERS` sums over the tokens before it. */
  sums: Float64Array
  /** Maximum of each filter over the sentence. */
  maxima: Float64Array
}

/** Buffers for sentences of at most a number of tokens. */
export function createActivations(tokens: number): Activations {
  return { sums: new Float64Array((tokens + 1) * FILTERS), maxima: new Float64Array(FILTERS) }
}

/** Row of each token of a sentence, counted from the first special row. `lower` is the text in lower case. */
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

/** Computes the activations of the filters from the rows of the tokens of a sentence. */
export function convolve(
  { wordRows, scales, biases }: Network,
  tokens: Int32Array,
  { sums, maxima }: Activations,
): void {
  const { length } = tokens
  const width = FILTERS
  maxima.fill(0)
  let place = 0
  for (let at = 0; at < length; at += 1) {
    const before = (at > 0 ? (tokens[at - 1] ?? 0) : SPECIAL.edge) * WORD_COLUMNS
    const here = (tokens[at] ?? 0) * WORD_COLUMNS + width
    const after = (at + 1 < length ? (tokens[at + 1] ?? 0) : SPECIAL.edge) * WORD_COLUMNS + 2 * width
    for (let filter = 0; filter < width; filter += 1) {
      const steps =
        (wordRows[before + filter] ?? 0) + (wordRows[here + filter] ?? 0) + (wordRows[after + filter] ?? 0)
      const sum = (biases[filter] ?? 0) + (scales[filter] ?? 0) * steps
      const activation = Math.max(sum, 0)
      sums[place + width] = (sums[place] ?? 0) + activation
      place += 1
      if (activation > (maxima[filter] ?? 0)) maxima[filter] = activation
    }
  }
}

/**
 * Ranges of tokens over which the filters are pooled for the name at a token: all tokens left of it, those in its clause, near it and
 * next to it, the name itself, and the same to the right.
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

/** Factor on the sum over a range, which makes long ranges weigh less. */
export function poolingWeight(from: number, to: number): number {
  return from < to ? 1 / Math.sqrt(to - from + 1) : 0
}

// Buffers, overwritten for each name.
const inputs = new Float64Array(INPUTS)
const active = new Int32Array(INPUTS)
const units = new Float64Array(HIDDEN)

/**
 * Adds the logits of one name, positive at `into[place]` and negative at `into[place + 1]`, with 0 as the logit of neutral. `ranges` are
 * from `poolingRanges`.
 */
export function addNetworkLogits(
  network: Network,
  { sums, maxima }: Activations,
  ranges: readonly [from: number, to: number][],
  /** The opinion of the lexicon on the name, −1…1. */
  opinion: number,
  /** Row of the common noun that the name is; −1 for a proper name. */
  noun: number,
  into: Float64Array,
  place: number,
): void {
  // Local copies: the loops below are most of the work, and V8 reads local variables faster than those of the module.
  const filters = FILTERS
  const width = INPUTS
  const values = inputs
  let input = 0
  for (const [from, to] of ranges) {
    const weight = poolingWeight(from, to)
    const before = from * filters
    const behind = to * filters
    for (let filter = 0; filter < filters; filter += 1) {
      values[input] = weight > 0 ? ((sums[behind + filter] ?? 0) - (sums[before + filter] ?? 0)) * weight : 0
      input += 1
    }
  }
  values.set(maxima, input)
  values[NOUN_OFFSET - 2] = opinion
  values[NOUN_OFFSET - 1] = noun < 0 ? 0 : 1
  for (let column = 0; column < NOUN_COLUMNS; column += 1)
    values[NOUN_OFFSET + column] =
      noun < 0 ? 0 : (network.nounRows[noun * NOUN_COLUMNS + column] ?? 0) * network.nounScale
  // More than half of the inputs are zero and are skipped.
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
  // Four independent sums, which the processor can add in parallel.
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
  into[place] = (into[place] ?? 0) + positive
  into[place + 1] = (into[place + 1] ?? 0) + negative
}
