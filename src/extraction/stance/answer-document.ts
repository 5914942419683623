import type { Line, ListBlock } from '../document/document.ts'
import type { Span } from '../foundation/observation.ts'
import type { FoundCue } from '../languages/scan-cues.ts'
import type { Opinions } from '../opinions/opinions.ts'
import type { Passage } from './passages.ts'
import type { Section } from './sections.ts'

/** Kinds of lists in the order of their feature indices. */
export const LIST_KINDS = [
  'ordered',
  'unordered',
  'headings',
  'sections',
  'bold',
  'plain',
  'cards',
  'table',
  'paragraphs',
] as const satisfies readonly ListBlock['kind'][]

/** Features of the whole answer. Cue counts are per 1,000 UTF-16 code units. */
export const DOCUMENT_FEATURES = [
  'answerLength',
  'answerLists',
  'answerItems',
  'answerSteps',
  'answerChoices',
  'answerFirst',
  'answerBetter',
  'answerRecommend',
  'answerFacts',
  'answerRows',
  'answerHeadings',
  'answerOrdered',
] as const
export type DocumentFeature = (typeof DOCUMENT_FEATURES)[number]

/** Statistics of a whole list. */
export interface ListStatistics {
  introduction: Float64Array
  heading: Float64Array
  number: number
  meanItem: number
  meanTitle: number
  steps: number
  recommendations: number
  /** Number of items in earlier lists of the same kind. */
  before: number
  /** Relative start position in the text, 0…1. */
  start: number
  /** Share of its items that start in bold. */
  bold: number
  /** Number of items in the longest list of the answer. */
  most: number
  coverage: number
  sentenceTitles: number
  /** Number of lists of the same kind. */
  ofKind: number
}

/** An answer as a document: its sentences and cells, its cues, and its nested sections. */
export interface AnswerDocument {
  text: string
  lines: readonly Line[]
  cues: readonly FoundCue[]
  /** Index of each cue's kind in `CUE_KINDS`; a negated opinion has the opposite kind. */
  kinds: Int32Array
  passages: readonly Passage[]
  /** Opinions in the passages; null for languages without known phrases in the opinion model. */
  opinions: Opinions | null
  /** All names, tracked or not, in ascending order. */
  names: readonly Span[]
  sections: readonly Section[]
  lists: ReadonlyMap<ListBlock, ListStatistics>
  english: boolean
  /** For each line, the last line above it that is not blank, or −1. */
  above: Int32Array
  /** Index of the last line that is not blank. */
  lastLine: number
  /** Features that are the same for all names of the answer, in the order of `DOCUMENT_FEATURES`. */
  features: Float64Array
  /**
   * Total length of all passages in UTF-16 code units. Unlike the text length, it does not depend on indentation and
   * blank lines.
   */
  length: number
}
