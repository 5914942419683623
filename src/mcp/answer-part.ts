import type { MentionSentimentLabel } from '../definitions/vocabulary.ts'
import { beginningOf, sizeOf } from './size.ts'

/** A stretch of an answer. */
interface Place {
  start: number
  end: number
}

/** What was found in an answer, and where. */
export interface Places {
  mentions: readonly Place[]
  opinions: readonly (Place & { label: MentionSentimentLabel })[]
}

/** How much JSON a part of an answer has at most, with the places in it, in UTF-16 units. */
export const LARGEST_PART = 14_000

/**
 * The part of an answer from an offset on, as much as there is room for, with what begins in it. Of an answer with very many
 * places the part ends earlier, so that all of them are in some part.
 * @param size see {@link LARGEST_PART}
 */
export function partOf(answer: string, offset: number, places: Places, size: number) {
  const beginning = beginningOf(answer.slice(offset), size)
  const within = (length: number) => {
    const isInPart = ({ start }: Place) => start >= offset && start < offset + length
    return { mentions: places.mentions.filter(isInPart), opinions: places.opinions.filter(isInPart) }
  }
  const fits = (text: string) => sizeOf(text) + sizeOf(within(text.length)) <= size
  let part = beginning
  while (part.length > 1 && !fits(part)) part = beginningOf(part, Math.max(8, sizeOf(part) >> 1))
  const end = offset + part.length
  return { offset, answer: part, nextOffset: end < answer.length ? end : null, ...within(part.length) }
}
