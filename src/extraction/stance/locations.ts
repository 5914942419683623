import type { Line } from '../document/document.ts'
import type { Span } from '../foundation/observation.ts'
import { firstEndingAfter } from '../text/spans.ts'
import type { AnswerDocument } from './answer-document.ts'
import type { Passage } from './passages.ts'
import { type Section, sectionsAround } from './sections.ts'

/** Maximum number of mentions per entity that are used. Keeps the time linear in the text. */
const MAX_MENTIONS = 40

/** Position of a mention in the structure of an answer. */
export interface MentionLocation extends Span {
  /** Index of its passage, or −1 outside of passages, for example in code. */
  index: number
  passage: Passage | undefined
  line: Line | undefined
  /** The surrounding sections, smallest first. */
  around: readonly Section[]
}

/** Returns the locations of the first mentions of an entity. `spans` are in ascending order. */
export function locateMentions(
  { passages, lines, sections }: AnswerDocument,
  spans: readonly Span[],
): MentionLocation[] {
  return spans.slice(0, MAX_MENTIONS).map(({ start, end }) => {
    const index = firstEndingAfter(passages, start)
    const nearest = passages[index]
    const passage = nearest && nearest.start <= start ? nearest : undefined
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

/** Returns the relative position of a location in the answer, measured in passages: 0…1. */
export function shareBefore({ passages }: AnswerDocument, location: Span | undefined): number {
  return location ? firstEndingAfter(passages, location.start) / Math.max(1, passages.length) : 0
}
