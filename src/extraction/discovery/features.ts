import { GAP } from './characters.ts'
import {
  ENDING,
  hashPart,
  LANGUAGE_GROUPS,
  LINE_KINDS,
  placeOfHead,
  type Reading,
  STEM,
  WORD_CLASS,
  WORD_CLASSES,
} from './reading.ts'
import { addToKey, beginsHead, endsHead, isNameLike, joins } from './spans.ts'
import { AFTERS, after, BEFORES, before, SHAPES, shapeClass } from './surroundings.ts'

/** Number of features that are small numbers, at the most. */
const PLAIN = 4096
/** Places for features that are hashes of words: those of the words around a name, and those of its own. */
const HASHED = 8192
const HASH_SHIFT = 32 - 13
/** Index of the first feature of a name's own words. Their weights are never positive: they know ordinary words, and no name. */
export const OWN_WORDS = PLAIN + HASHED
/** Number of all features. */
export const FEATURES = OWN_WORDS + HASHED
/** Features of one span, at the most. */
export const MOST_FEATURES = 48

/** Writes features, which are indices of weights: each kind of feature has a block of them. */
class FeatureWriter {
  readonly indices = new Int32Array(MOST_FEATURES)
  count = 0
  private base = 0

  begin(): void {
    this.count = 0
    this.base = 0
  }

  /** A feature that has one of `size` values. */
  add(size: number, value: number): void {
    this.indices[this.count] = this.base + value
    this.count += 1
    this.base += size
  }

  /** A feature that is the hash of words, in one of several blocks. */
  addHash(block: number, hash: number, own = false): void {
    const place = Math.imul(hash ^ Math.imul(block, 0x85ebca6b), 0x9e3779b1) >>> HASH_SHIFT
    this.indices[this.count] = (own ? OWN_WORDS : PLAIN) + place
    this.count += 1
  }
}

/** A buffer for the features of one span. */
export const features = new FeatureWriter()

function upToThree(count: number): number {
  return Math.min(count, 3)
}

function compare(other: number, own: number): number {
  return other > own ? 2 : other === own ? 1 : 0
}

function keyOf({ words }: Reading, from: number, to: number): number {
  let key = 0
  for (let word = from; word < to; word += 1) key = addToKey(key, words.hashes[word] ?? 0)
  return key
}

/** Writes the features of a span as the name of a brand or product into `features`. */
export function readNameFeatures(reading: Reading, span: number): void {
  const { words, spans, kinds, classes, lower, language, counts, headCounts } = reading
  const { shapes, gaps, hashes, starts, ends } = words
  const from = spans.from[span] ?? 0
  const to = spans.to[span] ?? 0
  const key = spans.keys[span] ?? 0
  const last = to - 1
  const length = to - from
  const several = length > 1 ? 1 : 0
  const gapBefore = gaps[from] ?? 0
  const gapAfter = gaps[to] ?? 0
  const kind = kinds[from] ?? 0
  const firstShape = shapeClass(shapes[from] ?? 0)
  const firstClass = classes[from] ?? 0
  const lastClass = classes[last] ?? 0
  const left = before(words, kinds, from)
  const right = after(words, to)
  const head = beginsHead(gapBefore) ? (endsHead(gapAfter) ? 2 : 1) : 0
  const own = counts.get(key)
  let small = 0
  let unknown = 0
  for (let word = from; word < to; word += 1) {
    if (!isNameLike(shapes[word] ?? 0)) small += 1
    if (classes[word] === WORD_CLASS.unknown) unknown += 1
  }
  features.begin()
  features.add(1, 0)
  features.add(8, length)
  features.add(SHAPES * 2, firstShape * 2 + several)
  features.add(SHAPES * 2, shapeClass(shapes[last] ?? 0) * 2 + several)
  features.add(BEFORES, left)
  features.add(AFTERS, right)
  features.add(BEFORES * AFTERS, left * AFTERS + right)
  features.add(LINE_KINDS * BEFORES, kind * BEFORES + left)
  features.add(WORD_CLASSES * WORD_CLASSES * 2, (firstClass * WORD_CLASSES + lastClass) * 2 + several)
  features.add(WORD_CLASSES * BEFORES, firstClass * BEFORES + left)
  features.add(SHAPES * BEFORES, firstShape * BEFORES + left)
  features.add(SHAPES * AFTERS, firstShape * AFTERS + right)
  features.add(
    16 * WORD_CLASSES,
    (upToThree(own) * 4 + upToThree(headCounts.get(key))) * WORD_CLASSES + lastClass,
  )
  features.add(12, upToThree(small) * 3 + head)
  features.add(16, upToThree(unknown) * 4 + upToThree(length))
  features.add(LANGUAGE_GROUPS * SHAPES * 2, (language * SHAPES + firstShape) * 2 + several)
  features.add(
    LANGUAGE_GROUPS * BEFORES * WORD_CLASSES,
    (language * BEFORES + left) * WORD_CLASSES + firstClass,
  )
  features.add(LINE_KINDS * 6, (kind * 3 + head) * 2 + several)
  // The word belongs to a compound of a word that the text has in small letters: "Hafermilch" beside "milch".
  const stem = reading.stems.has(hashPart(lower, starts[from] ?? 0, STEM)) ? 1 : 0
  const ending = reading.endings.has(hashPart(lower, (ends[last] ?? 0) - ENDING, ENDING)) ? 1 : 0
  features.add(LANGUAGE_GROUPS * 8, ((language * 2 + stem) * 2 + ending) * 2 + several)
  features.add(WORD_CLASSES * 4, firstClass * 4 + stem * 2 + ending)
  const unusual = reading.unusual[placeOfHead(words, kinds, from)] ?? 0
  features.add(6 * WORD_CLASSES + 1, head === 2 ? unusual * WORD_CLASSES + firstClass + 1 : 0)
  const wider = joins(gapBefore) && !(gapBefore & GAP.line) ? 1 : 0
  const longer = joins(gapAfter) && isNameLike(shapes[to] ?? 0) ? 1 : 0
  features.add(4, wider * 2 + longer)
  // How often the name occurs with a word less or more, compared with its own number.
  const shorter = several
    ? 1 +
      compare(counts.get(keyOf(reading, from, last)), own) * 3 +
      compare(counts.get(keyOf(reading, from + 1, to)), own)
    : 0
  features.add(10, shorter)
  const extended = longer ? 1 + compare(counts.get(addToKey(key, hashes[to] ?? 0)), own) : 0
  features.add(8, extended * 2 + (own > 1 ? 1 : 0))
  features.add(4, (gapBefore & GAP.emphasis ? 2 : 0) + (gapAfter & GAP.emphasis ? 1 : 0))
  const previous = gapBefore & GAP.line ? 0 : (hashes[from - 1] ?? 0)
  const next = gapAfter & GAP.line ? 1 : (hashes[to] ?? 0)
  features.addHash(1, previous)
  features.addHash(2, next)
  features.addHash(3 + firstClass * 2 + several, previous)
  features.addHash(20 + lastClass * 2 + several, next)
  features.addHash(40, Math.imul(previous, 31) ^ (gapBefore & GAP.line ? 0 : (hashes[from - 2] ?? 0)))
  const end = ends[last] ?? 0
  features.addHash(
    language === 1 ? 50 : 51,
    hashPart(lower, Math.max(starts[last] ?? 0, end - 3), Math.min(3, end - (starts[last] ?? 0))),
  )
  features.addHash(1, hashes[from] ?? 0, true)
  features.addHash(2, hashes[last] ?? 0, true)
  features.addHash(3 + several, key, true)
}

/** A name whose first words may be the name of its maker. */
export interface MakerCandidate {
  /** Words of the whole name, and where those of the maker end. */
  from: number
  makerEnd: number
  to: number
  key: number
  /** How often the maker is named on its own, and how many names begin with it. */
  alone: number
  products: number
}

/** Writes the features of the first words of a name as that of the maker of what it names into `features`. */
export function readMakerFeatures({ words, classes, language }: Reading, candidate: MakerCandidate): void {
  const { shapes, gaps, hashes } = words
  const { from, makerEnd, to, key } = candidate
  const several = makerEnd - from - 1
  const firstClass = classes[from] ?? 0
  const nextClass = classes[makerEnd] ?? 0
  const firstShape = shapeClass(shapes[from] ?? 0)
  const nextShape = shapeClass(shapes[makerEnd] ?? 0)
  const rest = to - makerEnd
  let known = 0
  for (let word = makerEnd; word < to; word += 1) if ((classes[word] ?? 0) < WORD_CLASS.short) known += 1
  let figures = 0
  for (let word = makerEnd; word < to; word += 1) if (classes[word] === WORD_CLASS.figure) figures = 1
  const alone = upToThree(candidate.alone)
  const products = upToThree(candidate.products)
  const gap = gaps[makerEnd] ?? 0
  features.begin()
  features.add(2, several)
  features.add(WORD_CLASSES * 2, firstClass * 2 + several)
  features.add(SHAPES * 2, firstShape * 2 + several)
  features.add(SHAPES * 2, nextShape * 2 + several)
  features.add(WORD_CLASSES * WORD_CLASSES * 2, (firstClass * WORD_CLASSES + nextClass) * 2 + several)
  features.add(SHAPES * SHAPES, firstShape * SHAPES + nextShape)
  features.add(8, alone * 2 + several)
  features.add(8, products * 2 + several)
  features.add(16, alone * 4 + products)
  features.add(8, upToThree(rest) * 2 + several)
  features.add(12, (figures * 3 + (known === rest ? 2 : known > 0 ? 1 : 0)) * 2 + several)
  features.add(6, (gap & GAP.joint ? 2 : gap & GAP.genitive ? 1 : 0) * 2 + several)
  features.add(LANGUAGE_GROUPS * 2, language * 2 + several)
  features.add(8 * WORD_CLASSES, (alone * WORD_CLASSES + firstClass) * 2 + several)
  features.add(WORD_CLASSES * 2, (classes[makerEnd - 1] ?? 0) * 2 + several)
  features.addHash(1, hashes[makerEnd] ?? 0)
  features.addHash(2 + several, hashes[to - 1] ?? 0)
  features.addHash(4 + several, hashes[from] ?? 0, true)
  features.addHash(6, key, true)
}
