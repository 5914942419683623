import { GAP, SHAPE } from './characters.ts'
import { isNameLike } from './spans.ts'
import type { Words } from './words.ts'

/** Number of classes returned by `shapeClass`, `before` and `after`. */
export const SHAPES = 12
export const BEFORES = 24
export const AFTERS = 18

/** Returns the class of a word shape as a small number. */
export function shapeClass(shape: number): number {
  if (shape & SHAPE.domain) return 0
  if (shape & SHAPE.katakana) return 1
  if (shape & SHAPE.han) return 2
  if (!(shape & SHAPE.letter)) return shape & SHAPE.digit ? 3 : 4
  if (shape & SHAPE.digit) return shape & SHAPE.capital ? 5 : 6
  if (shape & SHAPE.upper) return 7
  if (shape & SHAPE.inner) return shape & SHAPE.capital ? 8 : 9
  return shape & SHAPE.capital ? 10 : 11
}

// If there are several marks between two words, the first in these lists counts.
const BEFORE = [
  GAP.bar,
  GAP.stop,
  GAP.colon,
  GAP.dash,
  GAP.emphasis,
  GAP.opening,
  GAP.quotation,
  GAP.comma,
  GAP.joint,
  GAP.unspaced,
  GAP.other,
]
const AFTER = [
  GAP.bar,
  GAP.colon,
  GAP.dash,
  GAP.stop,
  GAP.emphasis,
  GAP.opening,
  GAP.closing,
  GAP.quotation,
  GAP.comma,
  GAP.joint,
  GAP.unspaced,
  GAP.other,
  GAP.genitive,
]

function firstOf(marks: readonly number[], gap: number): number {
  for (let index = 0; index < marks.length; index += 1) if (gap & (marks[index] ?? 0)) return index
  return -1
}

/**
 * Returns the context before a word as a small number: a mark, the start of a kind of line, or the shape of the
 * previous word.
 */
export function before({ gaps, shapes }: Words, kinds: Uint8Array, word: number): number {
  const gap = gaps[word] ?? 0
  if (gap & GAP.line) return gap & GAP.emphasis ? BEFORES - 1 : (kinds[word] ?? 0)
  const mark = firstOf(BEFORE, gap)
  if (mark >= 0) return 8 + mark
  const shape = shapes[word - 1] ?? 0
  if (isNameLike(shape)) return gap & GAP.genitive ? 19 : 20
  return shape & SHAPE.letter ? 21 : 22
}

/** Returns the context after a span as a small number. `word` is the first word after it. */
export function after({ gaps, shapes }: Words, word: number): number {
  const gap = gaps[word] ?? 0
  if (gap & GAP.line) return gap & GAP.stop ? 1 : 0
  const mark = firstOf(AFTER, gap)
  if (mark >= 0) return 2 + mark
  const shape = shapes[word] ?? 0
  if (isNameLike(shape)) return 15
  return shape & SHAPE.letter ? 16 : 17
}
