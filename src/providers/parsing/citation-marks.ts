import type { Span } from '../../core/provider-port/driver.ts'
import { spanOfCodePoints, spanWithin } from './spans.ts'

/** A mark in a text that refers to sources by their numbers. */
interface CitationMark {
  span: Span
  numbers: number[]
}

/**
 * Matches `[2]`, `[1, 3]`, `[2-4]`, `[^2]`, `[^2^]`, `[web:2]` and `【2】`, also escaped as `\[2\]`. Does not match the
 * text of a link such as `[2](https://…)` or `[[2]](https://…)`.
 */
const MARK =
  /\\?\[\^?((?:[a-z_]{1,20}:)?\d{1,3}(?:\s?[,;–-]\s?(?:[a-z_]{1,20}:)?\d{1,3}){0,30})\^?\\?\](?!\(|\]\()|【(\d{1,3})】/g
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g
/** Maximum number of sources in a range such as `[2-4]`. */
const LONGEST_RANGE = 50

/**
 * Returns the marks of a text in order, without those in code. Callers have to check which numbers belong to a
 * source.
 */
export function citationMarks(text: string): CitationMark[] {
  const prose = text.replace(CODE, (code) => ' '.repeat(code.length))
  return [...prose.matchAll(MARK)].map((match) => ({
    span: { start: match.index, end: match.index + match[0].length },
    numbers: (match[1] ?? match[2] ?? '').split(/[,;]/).flatMap(numbersOf),
  }))
}

/** Returns the span at offsets in code points or UTF-16 units if it consists of exactly one mark, otherwise null. */
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
