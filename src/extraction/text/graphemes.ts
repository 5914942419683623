import type { Span } from '../observation.ts'

/** Characters read on either side of a boundary: more than any that is not made to be long. */
const REACH = 64
/** Below it nothing joins the character before it, nor one below it the character after it. */
const FIRST_JOINING = 0x300

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The span, widened where it would cut a character as people see it: one letter with its accents, one flag (Unicode, UAX 29). */
export function aroundGraphemes(text: string, { start, end }: Span): Span {
  return { start: cutBy(text, start)?.start ?? start, end: cutBy(text, end)?.end ?? end }
}

/** The grapheme that an offset lies within; null between two. */
function cutBy(text: string, at: number): Span | null {
  if (at <= 0 || at >= text.length) return null
  if (text.charCodeAt(at) < FIRST_JOINING && text.charCodeAt(at - 1) < FIRST_JOINING) return null
  const from = Math.max(0, at - REACH)
  const found = segmenter.segment(text.slice(from, at + REACH)).containing(at - from)
  const start = from + (found?.index ?? at - from)
  return start === at || !found ? null : { start, end: start + found.segment.length }
}
