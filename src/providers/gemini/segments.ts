import type { Span } from '../driver.ts'
import { spanOfBytes, spanOfCodePoints, spanWithin } from '../reading/spans.ts'

/** A text of a part, and where it stands in the answer; null for a part that is not in the answer, such as a thought. */
export type Part = { start: number; text: string } | null

/** A range of an answer as Google gives it. */
export interface Segment {
  /** In bytes of UTF-8 of the part; zero may be left out. */
  start: number | null
  end: number | null
  part: number | null
  /** What is at it. */
  text: string | null
}

/**
 * The span of a segment in the answer, whichever part and unit its offsets are counted in. Verified by its text, which is found again
 * where the offsets are wrong and it stands in the answer once; without a text, by whether whole sentences are at the offsets.
 */
export function segmentSpan(answer: string, parts: readonly Part[], segment: Segment): Span | null {
  const { start, end, part, text } = segment
  const candidates = [parts[part ?? 0], { start: 0, text: answer }].flatMap((within) =>
    within && end !== null ? rangesIn(within, start ?? 0, end) : [],
  )
  if (text === null || text === '') return candidates.find((span) => isWhole(answer, span)) ?? null
  const given = candidates.find((span) => answer.slice(span.start, span.end) === text)
  if (given) return given
  const at = answer.indexOf(text)
  return at >= 0 && at === answer.lastIndexOf(text) ? spanWithin(answer, at, at + text.length) : null
}

function rangesIn({ start: offset, text }: NonNullable<Part>, start: number, end: number): Span[] {
  return [spanOfBytes, spanOfCodePoints, spanWithin].flatMap((spanOf) => {
    const span = spanOf(text, start, end)
    return span ? [{ start: span.start + offset, end: span.end + offset }] : []
  })
}

/** Whether what is at a span begins where a sentence or an item of a list can, and ends where one does. */
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
