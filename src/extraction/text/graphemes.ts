import type { Span } from '../foundation/observation.ts'

/** Number of UTF-16 code units on each side of an offset that are used. All natural graphemes are shorter. */
const REACH = 64
/** Two adjacent code units below this value never belong to the same grapheme. */
const FIRST_JOINING = 0x300

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Extends a span to whole grapheme clusters, such as a letter with its accents or a flag
 * (https://www.unicode.org/reports/tr29/).
 */
export function aroundGraphemes(text: string, { start, end }: Span): Span {
  return { start: graphemeAround(text, start)?.start ?? start, end: graphemeAround(text, end)?.end ?? end }
}

/** Returns the grapheme around an offset, or null between two graphemes. */
function graphemeAround(text: string, at: number): Span | null {
  if (at <= 0 || at >= text.length) return null
  if (text.charCodeAt(at) < FIRST_JOINING && text.charCodeAt(at - 1) < FIRST_JOINING) return null
  const from = Math.max(0, at - REACH)
  const grapheme = segmenter.segment(text.slice(from, at + REACH)).containing(at - from)
  const start = from + (grapheme?.index ?? at - from)
  return start === at || !grapheme ? null : { start, end: start + grapheme.segment.length }
}
