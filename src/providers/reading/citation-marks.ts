import type { Span } from '../driver.ts'
import { spanOfCodePoints, spanWithin } from './spans.ts'

/** A place in a text that refers to sources by their numbers. */
interface CitationMark {
  span: Span
  numbers: number[]
}

/** `[2]`, `[1, 3]`, `[2-4]`, `[^2]`, `[^2^]`, `[web:2]` and `【2】`, also escaped as `\[2\]`; not the text of a link such as `[2](https://…)` and `[[2]](https://…)`. */
const MARK =
  /\\?\[\^?((?:[a-z_]{1,20}:)?\d{1,3}(?:\s?[,;–-]\s?(?:[a-z_]{1,20}:)?\d{1,3}){0,30})\^?\\?\](?!\(|\]\()|【(\d{1,3})】/g
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g
/** Sources of a range such as `[2-4]`. */
const LONGEST_RANGE = 50

/** The marks of a text in their order; what stands in code is none. Whether a number is that of a source is for the caller to know. */
export function citationMarks(text: string): CitationMark[] {
  const prose = text.replace(CODE, (code) => ' '.repeat(code.length))
  return [...prose.matchAll(MARK)].map((match) => ({
    span: { start: match.index, end: match.index + match[0].length },
    numbers: (match[1] ?? match[2] ?? '').split(/[,;]/).flatMap(numbersOf),
  }))
}

/** The span of offsets in code points or UTF-16 units, where a mark and nothing else is at them; otherwise null. */
export function markSpan(text: string, start: number, end: number): Span | null {
  const candidates = [spanWithin(text, start, end), spanOfCodePoints(text, start, end)]
  return candidates.find((span) => span && isCitationMark(text.slice(span.start, span.end))) ?? null
}

function isCitationMark(text: string): boolean {
  return citationMarks(text).some(({ span }) => span.start === 0 && span.end === text.length)
}

function numbersOf(part: string): number[] {
  const [first = 0, last = first] = [...part.matchAll(/\d+/g)].map(Number)
  const count = last - first + 1
  return count < 1 || count > LONGEST_RANGE ? [] : Array.from({ length: count }, (_, index) => first + index)
}
