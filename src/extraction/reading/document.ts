import type { CueKind } from '../languages/language.ts'
import type { FoundCue } from '../languages/scan-cues.ts'
import type { Line, ListBlock } from '../markdown/document.ts'
import type { Span } from '../observation.ts'
import type { Opinions } from '../opinions/opinions.ts'
import type { Passage } from './passages.ts'
import type { Section } from './sections.ts'

/** The kinds of cues in the order of their indices in features. */
export const CUE_KINDS: readonly CueKind[] = [
  'praise',
  'fault',
  'negation',
  'contrast',
  'better',
  'worse',
  'first',
  'recommend',
  'suggest',
  'discourage',
  'choices',
  'merits',
  'faults',
  'verdict',
  'other',
  'step',
  'fact',
  'source',
  'shop',
  'partner',
]

/** The kinds of lists in the order of their indices in features. */
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

/** Features of an answer as a whole. Cues are counted for each 1,000 code units. */
export const ANSWER_SIGNS = [
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
export type AnswerSign = (typeof ANSWER_SIGNS)[number]

/** What is known of a list as a whole. */
export interface ListFacts {
  introduction: Float64Array
  heading: Float64Array
  number: number
  meanItem: number
  meanTitle: number
  steps: number
  recommendations: number
  /** Items of earlier lists of its kind. */
  before: number
  /** Where it begins in the text, 0…1. */
  start: number
  /** Share of its items that begin in bold. */
  bold: number
  /** Items of the longest list of the answer. */
  most: number
  coverage: number
  sentenceTitles: number
  /** Lists of its kind. */
  ofKind: number
}

/** An answer as a document: its sentences and cells, its cues, and its sections nested in one another. */
export interface ReadAnswer {
  text: string
  lines: readonly Line[]
  cues: readonly FoundCue[]
  /** Index of each cue's kind in `CUE_KINDS`; an opinion after a negation has the opposite one. */
  kinds: Int32Array
  passages: readonly Passage[]
  /** What the passages say; null in languages of which the model of opinions knows no phrases. */
  opinions: Opinions | null
  /** All names that were found, tracked or not, in ascending order. */
  names: readonly Span[]
  sections: readonly Section[]
  lists: ReadonlyMap<ListBlock, ListFacts>
  english: boolean
  /** For each line the last one above it that is not blank; −1 without one. */
  above: Int32Array
  /** Index of the last line that is not blank. */
  lastLine: number
  /** What is the same for all names of the answer, in the order of `ANSWER_SIGNS`. */
  signs: Float64Array
  /** Length of all passages in UTF-16 code units, which indentation and blank lines do not change. */
  length: number
}
