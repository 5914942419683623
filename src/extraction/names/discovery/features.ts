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
} from './recognition.ts'
import { addToKey, beginsHead, endsHead, isNameLike, joins } from './spans.ts'
import { AFTERS, after, BEFORES, before, SHAPES, shapeClass } from './surroundings.ts'

/** Maximum number of features with small numeric values. */
const PLAIN = 4096
/** Number of buckets for hashed words, for the context and for the name itself. */
const HASHED = 8192
const HASH_SHIFT = 32 - 13
/**
 * Index of the first feature for the name's own words. Their weights are never positive: they can recognize ordinary
 * words, but not names.
 */
export const OWN_WORDS = PLAIN + HASHED
export const FEATURES = OWN_WORDS + HASHED
/** Maximum number of features per span. */
export const MAX_FEATURES = 48

/** Collects the features of a span as indices into the weights. Each kind of feature has its own block of weights. */
class FeatureWriter {
  readonly indices = new Int32Array(MAX_FEATURES)
  count = 0
  private base = 0

  begin(): void {
    this.count = 0
    this.base = 0
  }

  /** Adds a feature with one of `size` values. */
  add(size: number, value: number): void {
    this.indices[this.count] = this.base + value
    this.count += 1
    this.base += size
  }

  /** Adds a feature for a hash of words in one of several blocks. */
  addHash(block: number, hash: number, own = false): void {
    const place = Math.imul(hash ^ Math.imul(block, 0x85ebca6b), 0x9e3779b1) >>> HASH_SHIFT
    this.indices[this.count] = (own ? OWN_WORDS : PLAIN) + place
    this.count += 1
  }
}

/** Shared buffer for the features of one span. */
export const features = new FeatureWriter()

function upToThree(count: number): number {
  return Math.min(count, 3)
}

function compare(count: number, reference: number): number {
  return count > reference ? 2 : count === reference ? 1 : 0
}

function keyOf({ words }: Reading, from: number, to: number): number {
  let key = 0
  for (let word = from; word < to; word += 1) key = addToKey(key, words.hashes[word] ?? 0)
  return key
}

/** Writes the features of a span into `features`, for the question whether it is a brand or product name. */
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
  const frequency = counts.get(key)
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
    (upToThree(frequency) * 4 + upToThree(headCounts.get(key))) * WORD_CLASSES + lastClass,
  )
  features.add(12, upToThree(small) * 3 + head)
  features.add(16, upToThree(unknown) * 4 + upToThree(length))
  features.add(LANGUAGE_GROUPS * SHAPES * 2, (language * SHAPES + firstShape) * 2 + several)
  features.add(
    LANGUAGE_GROUPS * BEFORES * WORD_CLASSES,
    (language * BEFORES + left) * WORD_CLASSES + firstClass,
  )
  features.add(LINE_KINDS * 6, (kind * 3 + head) * 2 + several)
  // Part of a compound: the text also contains one of its words in lower case ("Hafermilch" and "milch").
  const stem = reading.stems.has(hashPart(lower, starts[from] ?? 0, STEM)) ? 1 : 0
  const ending = reading.endings.has(hashPart(lower, (ends[last] ?? 0) - ENDING, ENDING)) ? 1 : 0
  features.add(LANGUAGE_GROUPS * 8, ((language * 2 + stem) * 2 + ending) * 2 + several)
  features.add(WORD_CLASSES * 4, firstClass * 4 + stem * 2 + ending)
  const unusual = reading.unusual[placeOfHead(words, kinds, from)] ?? 0
  features.add(6 * WORD_CLASSES + 1, head === 2 ? unusual * WORD_CLASSES + firstClass + 1 : 0)
  const wider = joins(gapBefore) && !(gapBefore & GAP.line) ? 1 : 0
  const longer = joins(gapAfter) && isNameLike(shapes[to] ?? 0) ? 1 : 0
  features.add(4, wider * 2 + longer)
  // Compares the frequency of the name with the frequency of the name with one word fewer or more.
  const shorter = several
    ? 1 +
      compare(counts.get(keyOf(reading, from, last)), frequency) * 3 +
      compare(counts.get(keyOf(reading, from + 1, to)), frequency)
    : 0
  features.add(10, shorter)
  const extended = longer ? 1 + compare(counts.get(addToKey(key, hashes[to] ?? 0)), frequency) : 0
  features.add(8, extended * 2 + (frequency > 1 ? 1 : 0))
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

/** A name that may start with the name of its maker. */
export interface MakerCandidate {
  /** First word of the name, end of the maker's words, and end of the name. */
  from: number
  makerEnd: number
  to: number
  key: number
  /** Number of mentions of the maker alone, and number of names that start with it. */
  alone: number
  products: number
}

/** Writes features into `features`, for the question whether the first words of a name are its maker. */
export function readMakerFeatures({ words, classes, language }: Reading, candidate: MakerCandidate): void {
  const { shapes, gaps, hashes } = words
  const { from, makerEnd, to, key } = candidate
  const several = makerEnd - from - 1
  const firstClass = classes[from] ?? 0
  const nextClass = classes[makerEnd] ?? 0
  const firstShape = shapeClass(shapes[from] ?? 0)
  const nextShape = shapeClass(shapes[makerEnd] ?? 0)
  const rest = to - makerEnd
  let knownWords = 0
  for (let word = makerEnd; word < to; word += 1) if ((classes[word] ?? 0) < WORD_CLASS.short) knownWords += 1
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
  features.add(12, (figures * 3 + (knownWords === rest ? 2 : knownWords > 0 ? 1 : 0)) * 2 + several)
  features.add(6, (gap & GAP.joint ? 2 : gap & GAP.genitive ? 1 : 0) * 2 + several)
  features.add(LANGUAGE_GROUPS * 2, language * 2 + several)
  features.add(8 * WORD_CLASSES, (alone * WORD_CLASSES + firstClass) * 2 + several)
  features.add(WORD_CLASSES * 2, (classes[makerEnd - 1] ?? 0) * 2 + several)
  features.addHash(1, hashes[makerEnd] ?? 0)
  features.addHash(2 + several, hashes[to - 1] ?? 0)
  features.addHash(4 + several, hashes[from] ?? 0, true)
  features.addHash(6, key, true)
}
