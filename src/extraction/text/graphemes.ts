import type { Span } from '../observation.ts'

/** UTF-16 code units read on either side of an offset: more than any grapheme has that was not made to be long. */
const REACH = 64
/** Two code units below this are never part of one grapheme. */
const FIRST_JOINING = 0x300

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Widens a span to whole grapheme clusters, such as a letter with its accents or a flag (https://www.unicode.org/reports/tr29/). */
export function aroundGraphemes(text: string, { start, end }: Span): Span {
  return { start: graphemeAround(text, start)?.start ?? start, end: graphemeAround(text, end)?.end ?? end }
}

/** The grapheme inside which an offset lies; null between two graphemes. */
function graphemeAround(text: string, at: number): Span | null {
  if (at <= 0 || at >= text.length) return null
  if (text.charCodeAt(at) < FIRST_JOINING && text.charCodeAt(at - 1) < FIRST_JOINING) return null
  const from = Math.max(0, at - REACH)
  const found = segmenter.segment(text.slice(from, at + REACH)).containing(at - from)
  const start = from + (found?.index ?? at - from)
  return start === at || !found ? null : { start, end: start + found.segment.length }
}
