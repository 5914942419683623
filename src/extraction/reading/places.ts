import type { Line } from '../markdown/document.ts'
import type { Span } from '../observation.ts'
import { firstEndingAfter } from '../text/spans.ts'
import type { ReadAnswer } from './document.ts'
import type { Passage } from './passages.ts'
import { type Section, sectionsAround } from './sections.ts'

/** Mentions of an entity that are read, so that time stays linear in the text. */
const MOST_MENTIONS = 40

/** Where a mention stands in an answer. */
export interface Place extends Span {
  /** Index of its passage; −1 where it stands in none, as in code. */
  index: number
  passage: Passage | undefined
  line: Line | undefined
  /** The sections around it, the smallest first. */
  around: readonly Section[]
}

/** Where the first mentions of an entity stand. `spans` are in ascending order. */
export function placesOf({ passages, lines, sections }: ReadAnswer, spans: readonly Span[]): Place[] {
  return spans.slice(0, MOST_MENTIONS).map(({ start, end }) => {
    const index = firstEndingAfter(passages, start)
    const found = passages[index]
    const passage = found && found.start <= start ? found : undefined
    return {
      start,
      end,
      index: passage ? index : -1,
      passage,
      line: passage && lines[passage.line],
      around: sectionsAround(sections, start),
    }
  })
}

/** How far from the beginning of the answer a place is, by its passages: 0…1. */
export function shareBefore({ passages }: ReadAnswer, place: Span | undefined): number {
  return place ? firstEndingAfter(passages, place.start) / Math.max(1, passages.length) : 0
}
