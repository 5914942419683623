import type { Sentence } from '../text/sentences.ts'
import { clauseAt, type HashedSentence, isFigure } from './sentiment-features.ts'
import { rowOfWord, type WordRows } from './word-rows.ts'

/** Things the network listens for at each word: it hears them in the word itself and in its two neighbours. */
export const FILTERS = 16
/** Numbers of a word: what it says to each filter as the word before, as the word itself, as the word after. */
export const WORD_COLUMNS = 3 * FILTERS
/** Numbers of an ordinary noun that is a name ("support"). */
export const NOUN_COLUMNS = 8
export const HIDDEN = 16

/** Rows that are no word's: beyond the sentence, a tracked name, a figure, a percentage, a word without a row. */
export const SPECIAL = { edge: 0, name: 1, figure: 2, percentage: 3, unknown: 4 } as const
export const SPECIALS = 5

const STRETCHES = 9
const NEAR = 4
const NEXT = 2
/** Where the inputs of the noun begin. */
export const NOUN_AT = (STRETCHES + 1) * FILTERS + 2
/** Inputs of the hidden layer: the filters over each stretch, their peaks, the lexicon's opinion, the noun. */
export const INPUTS = NOUN_AT + NOUN_COLUMNS

/** A small network over words: filters over each word and its neighbours, summed left and right of the name. */
export interface Network {
  words: WordRows
  /** `SPECIALS` rows, then one for each word; `WORD_COLUMNS` wide. */
  rows: Int8Array
  /** Worth of one step of a row, for each filter. */
  scales: Float64Array
  biases: Float64Array
  nouns: WordRows
  nounRows: Int8Array
  nounScale: number
  /** `HIDDEN` rows of `INPUTS`. */
  hidden: Float64Array
  hiddenBiases: Float64Array
  /** Two rows, praise and blame, of `HIDDEN`. */
  votes: Float64Array
  voteBiases: Float64Array
}

/** What the filters hear in a sentence; room that is used again for the next. */
export interface Heard {
  /** For each filter its sum over the words before each place: `FILTERS` wide, one row more than there are tokens. */
  sums: Float64Array
  /** Loudest of each filter. */
  peaks: Float64Array
}

/** Room for what is heard in sentences of at most so many tokens. */
export function emptyHeard(tokens: number): Heard {
  return { sums: new Float64Array((tokens + 1) * FILTERS), peaks: new Float64Array(FILTERS) }
}

/** Row of each token of a sentence, special rows counted. */
export function readRows(
  index: WordRows,
  lower: string,
  { tokens }: Sentence,
  { words }: HashedSentence,
): Int32Array {
  const rows = new Int32Array(tokens.length)
  tokens.forEach(({ name, word, end }, at) => {
    if (name >= 0) rows[at] = SPECIAL.name
    else if (isFigure(word.charCodeAt(0)))
      rows[at] = lower.charCodeAt(end) === 37 ? SPECIAL.percentage : SPECIAL.figure
    else {
      const row = rowOfWord(index, word, words[at] ?? 0)
      rows[at] = row < 0 ? SPECIAL.unknown : row + SPECIALS
    }
  })
  return rows
}

/** Runs the filters over the rows of a sentence's tokens. */
export function hear({ rows, scales, biases }: Network, tokens: Int32Array, { sums, peaks }: Heard): void {
  const { length } = tokens
  const width = FILTERS
  peaks.fill(0)
  let place = 0
  for (let at = 0; at < length; at += 1) {
    const before = (at > 0 ? (tokens[at - 1] ?? 0) : SPECIAL.edge) * WORD_COLUMNS
    const here = (tokens[at] ?? 0) * WORD_COLUMNS + width
    const after = (at + 1 < length ? (tokens[at + 1] ?? 0) : SPECIAL.edge) * WORD_COLUMNS + 2 * width
    for (let filter = 0; filter < width; filter += 1) {
      const steps = (rows[before + filter] ?? 0) + (rows[here + filter] ?? 0) + (rows[after + filter] ?? 0)
      const sum = (biases[filter] ?? 0) + (scales[filter] ?? 0) * steps
      const loudness = Math.max(sum, 0)
      sums[place + width] = (sums[place] ?? 0) + loudness
      place += 1
      if (loudness > (peaks[filter] ?? 0)) peaks[filter] = loudness
    }
  }
}

/** Where the filters are summed for the name at a token: left of it, itself, right of it; all, in its clause, near, next to it. */
export function readStretches(sentence: Sentence, at: number): [from: number, to: number][] {
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

/** How much a sum over a stretch counts: long ones less. */
export function shareOf(from: number, to: number): number {
  return from < to ? 1 / Math.sqrt(to - from + 1) : 0
}

// Written anew for each name.
const inputs = new Float64Array(INPUTS)
const active = new Int32Array(INPUTS)
const units = new Float64Array(HIDDEN)

/** Adds the network's votes on one name, praise and blame against 0 for neither, at two places of `into`. */
export function addNetworkVotes(
  network: Network,
  { sums, peaks }: Heard,
  stretches: readonly [from: number, to: number][],
  /** The lexicon's opinion of the name, −1…1. */
  opinion: number,
  /** Row of the ordinary noun that the name is, −1 for a proper name. */
  noun: number,
  into: Float64Array,
  place: number,
): void {
  // Numbers held by the function itself: its inner loops are most of the work.
  const filters = FILTERS
  const width = INPUTS
  const numbers = inputs
  let input = 0
  for (const [from, to] of stretches) {
    const share = shareOf(from, to)
    const before = from * filters
    const behind = to * filters
    for (let filter = 0; filter < filters; filter += 1) {
      numbers[input] = share > 0 ? ((sums[behind + filter] ?? 0) - (sums[before + filter] ?? 0)) * share : 0
      input += 1
    }
  }
  numbers.set(peaks, input)
  numbers[NOUN_AT - 2] = opinion
  numbers[NOUN_AT - 1] = noun < 0 ? 0 : 1
  for (let column = 0; column < NOUN_COLUMNS; column += 1)
    numbers[NOUN_AT + column] =
      noun < 0 ? 0 : (network.nounRows[noun * NOUN_COLUMNS + column] ?? 0) * network.nounScale
  // More than half say nothing.
  const heard = active
  let count = 0
  for (let at = 0; at < width; at += 1) {
    if (numbers[at] === 0) continue
    heard[count] = at
    count += 1
  }
  const { hidden, hiddenBiases, votes, voteBiases } = network
  let praise = voteBiases[0] ?? 0
  let blame = voteBiases[1] ?? 0
  // Four sums that do not wait for each other.
  for (let unit = 0; unit < HIDDEN; unit += 4) {
    let first = hiddenBiases[unit] ?? 0
    let second = hiddenBiases[unit + 1] ?? 0
    let third = hiddenBiases[unit + 2] ?? 0
    let fourth = hiddenBiases[unit + 3] ?? 0
    const row = unit * width
    for (let index = 0; index < count; index += 1) {
      const at = heard[index] ?? 0
      const number = numbers[at] ?? 0
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
    praise += sum * (votes[unit] ?? 0)
    blame += sum * (votes[HIDDEN + unit] ?? 0)
  }
  into[place] = (into[place] ?? 0) + praise
  into[place + 1] = (into[place + 1] ?? 0) + blame
}
