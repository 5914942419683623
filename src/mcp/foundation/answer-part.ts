import type { MentionSentimentLabel } from '../../definitions/vocabulary.ts'
import { beginningOf, sizeOf } from './size.ts'

/** A range of an answer, in UTF-16 units. */
interface Span {
  start: number
  end: number
}

/** Mentions and opinions found in an answer, with their positions. */
export interface AnswerSpans {
  mentions: readonly Span[]
  opinions: readonly (Span & { label: MentionSentimentLabel })[]
}

/** Maximum JSON size of a part of an answer and its spans, in UTF-16 units. */
export const MAX_PART_SIZE = 14_000

/**
 * Returns the part of an answer that starts at an offset and fits into `size`, with the spans that start in it. If an
 * answer has very many spans, the part is shorter, so that every span fits into some part.
 * @param size see {@link MAX_PART_SIZE}
 */
export function partOf(answer: string, offset: number, spans: AnswerSpans, size: number) {
  const prefix = beginningOf(answer.slice(offset), size)
  const within = (length: number) => {
    const isInPart = ({ start }: Span) => start >= offset && start < offset + length
    return { mentions: spans.mentions.filter(isInPart), opinions: spans.opinions.filter(isInPart) }
  }
  const fits = (text: string) => sizeOf(text) + sizeOf(within(text.length)) <= size
  let part = prefix
  while (part.length > 1 && !fits(part)) part = beginningOf(part, Math.max(8, sizeOf(part) >> 1))
  const end = offset + part.length
  return { offset, answer: part, nextOffset: end < answer.length ? end : null, ...within(part.length) }
}
