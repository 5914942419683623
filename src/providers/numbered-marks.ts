import type { Span } from './driver.ts'

/** `[1]`, `[1, 2]`, `[^1]`, `[^1^]` and `【1】`; what is followed by a parenthesis is a link. */
const MARK = /(?:\[\^?(\d{1,3}(?:\s*,\s*\d{1,3})*)\^?\](?![(:])|【(\d{1,3})】)/g
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g
/** `[1]: https://…` at the beginning of a line: the text itself says where its marks lead. */
const DEFINITION = /^ {0,3}\[\^?\d{1,3}\^?\]:/m

/**
 * The marks by which a text refers to its numbered sources, by number. Empty for a text that defines its marks itself: their
 * numbers need not be those of a list beside it. Code is left out.
 */
export function numberedMarks(text: string): ReadonlyMap<number, readonly Span[]> {
  const marks = new Map<number, Span[]>()
  if (DEFINITION.test(text)) return marks
  const prose = text.replace(CODE, (code) => ' '.repeat(code.length))
  for (const match of prose.matchAll(MARK)) {
    const span = { start: match.index, end: match.index + match[0].length }
    for (const number of (match[1] ?? match[2] ?? '').split(',').map(Number)) {
      marks.set(number, [...(marks.get(number) ?? []), span])
    }
  }
  return marks
}
