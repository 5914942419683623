import type { Span } from '../observation.ts'
import { firstEndingAfter } from '../text/spans.ts'
import { ANSWER_SIGNS, CUE_KINDS, LIST_KINDS, type ReadAnswer } from './document.ts'
import { MENTION_SIGNS } from './mention-signs.ts'
import { OPINION_FEATURES, OpinionFeatures } from './opinion-features.ts'
import type { Passage } from './passages.ts'

/** Where cues stand in relation to an entity. */
const RELATIONS = [
  'before',
  'after',
  'sentence',
  'title',
  'body',
  'follow',
  'heading',
  'introduction',
  'line',
  'above',
] as const
export type Relation = (typeof RELATIONS)[number]
/** Those whose cues are about the entity itself. */
const OWN_RELATIONS = ['before', 'after', 'sentence', 'title', 'body', 'follow'] as const

const SIGNS = [
  'comparedBetter',
  'comparedWorse',
  'statedPrimary',
  'statedStrong',
  'statedAmong',
  'statedDiscouraged',
  'mentions',
  'firstOffset',
  'lastOffset',
  'inTitle',
  'isSubject',
  ...MENTION_SIGNS,
  'listSize',
  'place',
  'titleShare',
  'titleSeparators',
  'titlePosition',
  'depth',
  'unranked',
  'bodyLength',
  'bodyPassages',
  'score',
  'highest',
  'lowest',
  'positive',
  'negative',
  'sentences',
  'english',
  'allPraise',
  'allFault',
  'faultShare',
  ...ANSWER_SIGNS,
] as const
export type Sign = (typeof SIGNS)[number]

/** Names of the features in their order, for training reports. */
export const FEATURE_NAMES: readonly string[] = [
  ...RELATIONS.flatMap((relation) => CUE_KINDS.map((kind) => `${relation} ${kind}`)),
  ...LIST_KINDS.map((kind) => `list ${kind}`),
  ...SIGNS,
  ...OPINION_FEATURES,
]
const FIRST_LIST = RELATIONS.length * CUE_KINDS.length
const SIGN_INDEX = new Map(SIGNS.map((sign, index) => [sign, FIRST_LIST + LIST_KINDS.length + index]))
const FIRST_OPINION = FEATURE_NAMES.length - OPINION_FEATURES.length
const FIRST_ANSWER_SIGN = FIRST_OPINION - ANSWER_SIGNS.length
const RELATION_INDEX = new Map(RELATIONS.map((relation, index) => [relation, index * CUE_KINDS.length]))
const PRAISE = CUE_KINDS.indexOf('praise')
const FAULT = CUE_KINDS.indexOf('fault')

/** The features of one entity, as they are counted. */
export class FeatureRow {
  readonly values = new Float64Array(FEATURE_NAMES.length)
  readonly opinions: OpinionFeatures
  private readonly counted: Uint8Array
  private readonly answer: ReadAnswer

  constructor(answer: ReadAnswer) {
    this.answer = answer
    this.opinions = new OpinionFeatures(answer)
    this.counted = new Uint8Array(answer.cues.length)
  }

  add(sign: Sign, value: number): void {
    const at = SIGN_INDEX.get(sign) ?? 0
    this.values[at] = (this.values[at] ?? 0) + value
  }

  /** What stands within a span says nothing of the entity, such as its own name. */
  leaveOut({ start, end }: Span): void {
    const { cues } = this.answer
    for (let cue = firstEndingAfter(cues, start); (cues[cue]?.start ?? end) < end; cue += 1)
      this.counted[cue] = 1
  }

  /** Counts the cues of a half-open range of indices that stand between two offsets; each cue only once. */
  count(
    relation: Relation,
    { from, to }: Pick<Passage, 'from' | 'to'>,
    low = 0,
    high = this.answer.text.length,
  ): void {
    const { cues, kinds } = this.answer
    const base = RELATION_INDEX.get(relation) ?? 0
    for (let index = from; index < to; index += 1) {
      const cue = cues[index]
      if (!cue || this.counted[index] || cue.start < low || cue.end > high) continue
      this.counted[index] = 1
      const at = base + (kinds[index] ?? 0)
      this.values[at] = (this.values[at] ?? 0) + 1
    }
  }

  /** Counts the cues between two offsets. */
  countBetween(relation: Relation, start: number, end: number): void {
    const { cues } = this.answer
    const from = firstEndingAfter(cues, start)
    let to = from
    while ((cues[to]?.start ?? end) < end) to += 1
    this.count(relation, { from, to })
  }

  /** Sets the kind of the list that says most of the entity's place. */
  setList(kind: (typeof LIST_KINDS)[number]): void {
    this.values[FIRST_LIST + LIST_KINDS.indexOf(kind)] = 1
  }

  /** Adds what follows from all that was counted: the balance of praise and faults, the opinions, and the features of the answer. */
  finish(): Float64Array {
    let praise = 0
    let fault = 0
    for (const relation of OWN_RELATIONS) {
      const base = RELATION_INDEX.get(relation) ?? 0
      praise += this.values[base + PRAISE] ?? 0
      fault += this.values[base + FAULT] ?? 0
    }
    this.add('allPraise', praise)
    this.add('allFault', fault)
    this.add('faultShare', praise + fault > 0 ? fault / (praise + fault) : 0.5)
    this.values.set(this.opinions.finish(), FIRST_OPINION)
    this.values.set(this.answer.signs, FIRST_ANSWER_SIGN)
    return this.values
  }
}
