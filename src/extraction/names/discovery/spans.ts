import { GAP, SHAPE } from './characters.ts'
import type { Words } from './words.ts'

/** Ranges of words that may be names, sorted by their start. Each array has one element per range. */
export interface WordSpans {
  count: number
  from: Int32Array
  to: Int32Array
  /** Hash of the words; equal for equal names. */
  keys: Int32Array
}

/** Maximum number of words in a span. */
export const MAX_WORDS = 7
const MAX_SMALL_WORDS = 2
const MAX_HEAD_WORDS = 4
const MAX_LENGTH = 80
const NAME_SHAPE = SHAPE.capital | SHAPE.inner | SHAPE.domain | SHAPE.katakana | SHAPE.han

/** True for a word with the spelling of a name: it has a capital, or its script has no capitals. */
export function isNameLike(shape: number): boolean {
  return (shape & NAME_SHAPE) !== 0 || (shape & (SHAPE.digit | SHAPE.letter)) === (SHAPE.digit | SHAPE.letter)
}

/** True if the words around a gap may belong to the same name. */
export function joins(gap: number): boolean {
  const rest = gap & ~(GAP.space | GAP.genitive)
  return rest === 0 || rest === GAP.joint
}

// Gaps around a head, which is the subject of an item, heading, cell or emphasis.
const HEAD_BEGINS = GAP.line | GAP.emphasis | GAP.bar
const HEAD_ENDS = GAP.line | GAP.emphasis | GAP.bar | GAP.colon | GAP.dash | GAP.opening

/** True if a head may start after this gap. */
export function beginsHead(gap: number): boolean {
  return (gap & HEAD_BEGINS) !== 0
}

/** True if a head may end before this gap. */
export function endsHead(gap: number): boolean {
  return (gap & HEAD_ENDS) !== 0
}

/** Appends a word hash to the key of a span. The key of an empty span is 0. */
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
 * Returns all ranges of up to seven words that may be a name. They either start and end with a name-like word (or end
 * with a number), or are the whole head of an item, heading, cell or emphasis.
 */
export function readSpans(words: Words): WordSpans {
  const { starts, ends, shapes, gaps, hashes } = words
  if (words.count * MAX_WORDS > buffers.from.length) buffers = createSpans(words.count * MAX_WORDS * 2)
  const spans = buffers
  spans.count = 0
  for (let from = 0; from < words.count; from += 1) {
    const nameLike = isNameLike(shapes[from] ?? 0)
    const head = beginsHead(gaps[from] ?? 0)
    if (!nameLike && !(head && (shapes[from] ?? 0) & SHAPE.letter) && !((gaps[from] ?? 0) & GAP.unspaced))
      continue
    const most = from + (nameLike ? MAX_WORDS : MAX_HEAD_WORDS)
    let key = 0
    let small = 0
    for (let to = from + 1; to <= words.count && to <= most; to += 1) {
      const shape = shapes[to - 1] ?? 0
      if (to - 1 > from && !joins(gaps[to - 1] ?? 0)) break
      if ((ends[to - 1] ?? 0) - (starts[from] ?? 0) > MAX_LENGTH) break
      key = addToKey(key, hashes[to - 1] ?? 0)
      const wordLike = isNameLike(shape) || (to - 1 > from && (shape & SHAPE.letter) === 0)
      if (!wordLike) small += 1
      const ended = endsHead(gaps[to] ?? 0)
      if (small > MAX_SMALL_WORDS && !head) break
      if ((nameLike && wordLike) || (head && ended) || (!nameLike && (gaps[to] ?? 0) & GAP.unspaced))
        add(spans, from, to, key)
    }
  }
  return spans
}
