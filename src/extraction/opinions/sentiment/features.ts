import type { Clause } from '../../sentences/clauses.ts'
import type { Sentence } from '../../sentences/sentences.ts'
import type { Token } from '../../sentences/tokens.ts'
import { hashWord } from '../../text/word-index.ts'
import { valenceAt } from './lexicon-score.ts'

/** Number of tokens on each side of a name that are used. Keeps the time linear for one long sentence. */
const WINDOW = 30
const STEM_LENGTH = 5
// Hashes for token classes: numbers, the scored name, other names, and positions outside the sentence.
const NUMBER = 0x51ab3f01
const TARGET = 0x2c1b3c6d
const OTHER = 0x297a2d39
const EDGE = 0x1b56c4e9

/**
 * Kinds of features. The kind is part of the hash, so that "left of the name" and "in the clause" are different
 * features.
 */
const KIND = {
  bias: 1,
  side: 2,
  near: 3,
  clause: 4,
  clausePair: 5,
  stem: 6,
  sideStem: 7,
  around: 8,
  valence: 9,
  place: 10,
  noun: 11,
} as const

/** Token hashes of a sentence, computed once for all its names. */
export interface HashedSentence {
  words: Int32Array
  stems: Int32Array
  /** Valence of each token in its context. */
  valences: Float64Array
  /** 1 for tokens shortly after a negation. */
  negated: Uint8Array
}

/** Hashed features of one name. The buffer is reused for the next name. */
export interface Features {
  hashes: Int32Array
  /** Number of features in `hashes`. */
  count: number
  /** Number of word features, which come first. The rest are about valences and positions. */
  words: number
}

/** Creates a buffer for the features of one name. */
export function createFeatures(): Features {
  return { hashes: new Int32Array(8 * 2 * WINDOW + 64), count: 0, words: 0 }
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Returns the clause that contains a token, by binary search. */
export function clauseAt({ clauses, tokens }: Sentence, at: number): Pick<Clause, 'from' | 'to'> {
  let low = 0
  let high = clauses.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((clauses[middle]?.to ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return clauses[low] ?? { from: 0, to: tokens.length }
}

/**
 * Returns the hash of the last word of a name that is tracked in lower case, such as "customer support", and is
 * therefore a common noun. Returns 0 for a proper name. The spelling in the answer does not matter.
 */
export function nounOf(name: string): number {
  const first = name.charCodeAt(0)
  if (first < 97 || first > 122) return 0
  return /^[a-z]+(?:[ -][a-z]+)*$/.test(name)
    ? hashWord(name, Math.max(name.lastIndexOf(' '), name.lastIndexOf('-')) + 1)
    : 0
}

/**
 * Hashes the tokens of a sentence. All numbers share one hash, all percentages and all names likewise. `lower` is the
 * lower-case text.
 */
export function hashSentence(lower: string, { tokens }: Sentence): HashedSentence {
  const { length } = tokens
  const words = new Int32Array(length)
  const stems = new Int32Array(length)
  const valences = new Float64Array(length)
  const negated = new Uint8Array(length)
  let reach = 0
  for (let index = 0; index < length; index += 1) {
    const token = tokens[index] as Token
    const { word } = token
    if (token.name >= 0) {
      words[index] = OTHER
      continue
    }
    if (isDigit(word.charCodeAt(0))) {
      const percent = lower.charCodeAt(token.end) === 37
      words[index] = percent ? NUMBER + 1 : NUMBER
      stems[index] = 0
      continue
    }
    let hash = 0x811c9dc5
    for (let at = 0; at < word.length; at += 1) {
      hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
      if (at < STEM_LENGTH) stems[index] = hash
    }
    words[index] = hash
    if (token.meaning.valence !== 0) valences[index] = valenceAt(tokens, index, 0)
    if (reach > 0) negated[index] = 1
    reach = token.meaning.negates ? 4 : word === ',' || word === 'but' ? 0 : Math.max(0, reach - 1)
  }
  return { words, stems, valences, negated }
}

/** Combines the kind and the value of a feature into one hash. */
function mix(kind: number, hash: number): number {
  let mixed = Math.imul(hash ^ Math.imul(kind, 0x9e3779b1), 0x85ebca6b)
  mixed ^= mixed >>> 15
  return Math.imul(mixed, 0xc2b2ae35)
}

/** Quantizes a valence to seven steps. */
function stepOf(value: number): number {
  if (value === 0) return 3
  if (value > 0) return value < 1 ? 4 : value < 2 ? 5 : 6
  return value > -1 ? 2 : value > -2 ? 1 : 0
}

/** Bands of token distances from the name. */
const BANDS = [0, 1, 2, 3, 3, 4, 4, 4, 4]

/**
 * Computes the features of the name at token `at` into a buffer. They are the surrounding words, pairs of words and
 * stems with their side, distance and clause, and the valences from the lexicon. `opinion` is the sum of valences about
 * the name. The words of the name itself are not features, so that the model cannot prefer a brand; the exception is
 * `noun`, the hash of a common noun (otherwise 0).
 */
export function readFeatures(
  sentence: Sentence,
  hashed: HashedSentence,
  at: number,
  opinion: number,
  noun: number,
  into: Features,
): void {
  const { words, stems, valences, negated } = hashed
  const { length } = words
  const { hashes } = into
  let count = 0
  const add = (kind: number, hash: number) => {
    hashes[count] = mix(kind, hash)
    count += 1
  }
  const join = (left: number, right: number) => Math.imul(left, 0x01000193) ^ right
  const wordAt = (index: number) =>
    index === at ? TARGET : index >= 0 && index < length ? (words[index] ?? 0) : EDGE

  const { from: clauseFrom, to: clauseTo } = clauseAt(sentence, at)
  const from = Math.max(0, at - WINDOW)
  const to = Math.min(length, at + WINDOW + 1)
  let left = 0
  let right = 0
  let inside = 0
  let names = 0
  for (let index = from; index < to; index += 1) {
    const word = wordAt(index)
    const inClause = index >= clauseFrom && index < clauseTo
    const distance = Math.abs(index - at)
    const side = index < at ? 1 : 2
    if (inClause) add(KIND.clausePair, join(join(word, wordAt(index + 1)), side))
    if (index === at) continue
    if (word === OTHER) names += 1
    const stem = stems[index] ?? 0
    const valence = valences[index] ?? 0
    add(KIND.side, word + side)
    if (distance <= 8) add(KIND.near, word + side * 8 + (BANDS[distance] ?? 0))
    if (inClause) add(KIND.clause, word + (negated[index] ?? 0))
    if (stem !== 0) {
      add(KIND.stem, stem)
      if (inClause) add(KIND.sideStem, stem + side + (negated[index] ?? 0) * 2)
    }
    if (side === 1) left += valence
    else right += valence
    if (inClause) inside += valence
  }
  add(KIND.around, join(wordAt(at - 1), wordAt(at + 1)))
  into.words = count
  add(KIND.valence, stepOf(opinion))
  add(KIND.valence, 16 + stepOf(left))
  add(KIND.valence, 32 + stepOf(right))
  add(KIND.valence, 48 + stepOf(inside))
  add(KIND.valence, 64 + stepOf(left + right))
  add(KIND.place, at === 0 ? 0 : at === length - 1 ? 1 : 2)
  add(KIND.place, 8 + Math.min(names, 4))
  add(KIND.bias, 0)
  if (noun !== 0) {
    add(KIND.noun, 0)
    add(KIND.noun, noun)
  }
  into.count = count
}
