import type { Span } from '../../core/provider-port/driver.ts'
import { spanOfBytes, spanOfCodePoints, spanWithin } from '../parsing/spans.ts'

/** The text of a part and its position in the answer. Null for a part outside the answer, such as a thought. */
export type Part = { start: number; text: string } | null

/** A range of an answer as Google reports it. */
export interface Segment {
  /** In UTF-8 bytes of the part. Google may omit a zero. */
  start: number | null
  end: number | null
  part: number | null
  /** The text at the range. */
  text: string | null
}

/**
 * Returns the span of a segment in the answer, whichever part and unit its offsets refer to. The segment's text
 * verifies the offsets. If the offsets are wrong, the text is searched for, and used if it occurs exactly once. A
 * segment without a text must cover whole sentences.
 */
export function segmentSpan(answer: string, parts: readonly Part[], segment: Segment): Span | null {
  const { start, end, part, text } = segment
  const candidates = [parts[part ?? 0], { start: 0, text: answer }].flatMap((within) =>
    within && end !== null ? rangesIn(within, start ?? 0, end) : [],
  )
  if (text === null || text === '') return candidates.find((span) => isWhole(answer, span)) ?? null
  const verified = candidates.find((span) => answer.slice(span.start, span.end) === text)
  if (verified) return verified
  const at = answer.indexOf(text)
  return at >= 0 && at === answer.lastIndexOf(text) ? spanWithin(answer, at, at + text.length) : null
}

function rangesIn({ start: offset, text }: NonNullable<Part>, start: number, end: number): Span[] {
  return [spanOfBytes, spanOfCodePoints, spanWithin].flatMap((spanOf) => {
    const span = spanOf(text, start, end)
    return span ? [{ start: span.start + offset, end: span.end + offset }] : []
  })
}

/** Returns whether a span starts where a sentence or list item can start, and ends where one can end. */
function isWhole(text: string, { start, end }: Span): boolean {
  const slice = text.slice(start, end)
  if (slice.trim() !== slice) return false
  const begins = start === 0 || /[\s。！？]/.test(text[start - 1] ?? '')
  const last = slice.at(-1) ?? ''
  const ends =
    end === text.length ||
    /[\n]/.test(text[end] ?? '') ||
    (/\s/.test(text[end] ?? '') && /[.!?…:;)"”»*|]/.test(last))
  return begins && (ends || /[。！？]/.test(last))
}
