import { GAP, SHAPE } from './characters.ts'
import type { Words } from './words.ts'

/** Ranges of words that may be names, in the order of their beginnings; each array has an element for each range. */
export interface WordSpans {
  count: number
  from: Int32Array
  to: Int32Array
  /** Hash of its words; equal for equal names. */
  keys: Int32Array
}

/** Words of a span, at the most. */
export const MOST_WORDS = 7
const MOST_SMALL_WORDS = 2
const MOST_HEAD_WORDS = 4
const LONGEST = 80
const NAME_SHAPE = SHAPE.capital | SHAPE.inner | SHAPE.domain | SHAPE.katakana | SHAPE.han

/** True for a word that is written like a name: it has a capital, or its script has none. */
export function isNameLike(shape: number): boolean {
  return (shape & NAME_SHAPE) !== 0 || (shape & (SHAPE.digit | SHAPE.letter)) === (SHAPE.digit | SHAPE.letter)
}

/** True where two words may belong to one name. */
export function joins(gap: number): boolean {
  const rest = gap & ~(GAP.space | GAP.genitive)
  return rest === 0 || rest === GAP.joint
}

// The gaps around what an item, heading, cell or emphasis is about.
const HEAD_BEGINS = GAP.line | GAP.emphasis | GAP.bar
const HEAD_ENDS = GAP.line | GAP.emphasis | GAP.bar | GAP.colon | GAP.dash | GAP.opening

/** True where what an item, heading, cell or emphasis is about may begin. */
export function beginsHead(gap: number): boolean {
  return (gap & HEAD_BEGINS) !== 0
}

/** True where it may end. */
export function endsHead(gap: number): boolean {
  return (gap & HEAD_ENDS) !== 0
}

/** Key of the words of a span with one more word, by its hash; that of no words is 0. */
export function addToKey(key: number, hash: number): number {
  return Math.imul(key, 0x9e3779b1) ^ hash
}

function createSpans(size: number): WordSpans {
  return { count: 0, from: new Int32Array(size), to: new Int32Array(size), keys: new Int32Array(size) }
}

let buffers = createSpans(4096)

function add(spans: WordSpans, from: number, to: number, key: number): void {
  const { count } = spans
  spans.from[count] = from
  spans.to[count] = to
  spans.keys[count] = key
  spans.count += 1
}

/**
 * All ranges of up to seven words that may be a name: they begin and end with a word that is written like one (or end with a number), or
 * are the whole head of an item, heading, cell or emphasis.
 */
export function readSpans(words: Words): WordSpans {
  const { starts, ends, shapes, gaps, hashes } = words
  if (words.count * MOST_WORDS > buffers.from.length) buffers = createSpans(words.count * MOST_WORDS * 2)
  const spans = buffers
  spans.count = 0
  for (let from = 0; from < words.count; from += 1) {
    const nameLike = isNameLike(shapes[from] ?? 0)
    const head = beginsHead(gaps[from] ?? 0)
    if (!nameLike && !(head && (shapes[from] ?? 0) & SHAPE.letter) && !((gaps[from] ?? 0) & GAP.unspaced))
      continue
    const most = from + (nameLike ? MOST_WORDS : MOST_HEAD_WORDS)
    let key = 0
    let small = 0
    for (let to = from + 1; to <= words.count && to <= most; to += 1) {
      const shape = shapes[to - 1] ?? 0
      if (to - 1 > from && !joins(gaps[to - 1] ?? 0)) break
      if ((ends[to - 1] ?? 0) - (starts[from] ?? 0) > LONGEST) break
      key = addToKey(key, hashes[to - 1] ?? 0)
      const wordLike = isNameLike(shape) || (to - 1 > from && (shape & SHAPE.letter) === 0)
      if (!wordLike) small += 1
      const ended = endsHead(gaps[to] ?? 0)
      if (small > MOST_SMALL_WORDS && !head) break
      if ((nameLike && wordLike) || (head && ended) || (!nameLike && (gaps[to] ?? 0) & GAP.unspaced))
        add(spans, from, to, key)
    }
  }
  return spans
}
