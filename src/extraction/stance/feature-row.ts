import type { Span } from '../foundation/observation.ts'
import { CUE_KINDS } from '../languages/foundation/language.ts'
import { firstEndingAfter } from '../text/spans.ts'
import { type AnswerDocument, DOCUMENT_FEATURES, LIST_KINDS } from './answer-document.ts'
import { MENTION_FEATURES } from './mention-features.ts'
import { OPINION_FEATURES, OpinionFeatures } from './opinion-features.ts'
import type { Passage } from './passages.ts'

/** Position of a cue relative to an entity. */
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
/** Relations with cues about the entity itself. */
const OWN_RELATIONS = ['before', 'after', 'sentence', 'title', 'body', 'follow'] as const

const ENTITY_FEATURES = [
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
  ...MENTION_FEATURES,
  'listSize',
  'rankedIndex',
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
  ...DOCUMENT_FEATURES,
] as const
export type EntityFeature = (typeof ENTITY_FEATURES)[number]

/** Feature names in order, for training reports. */
export const FEATURE_NAMES: readonly string[] = [
  ...RELATIONS.flatMap((relation) => CUE_KINDS.map((kind) => `${relation} ${kind}`)),
  ...LIST_KINDS.map((kind) => `list ${kind}`),
  ...ENTITY_FEATURES,
  ...OPINION_FEATURES,
]
const FIRST_LIST = RELATIONS.length * CUE_KINDS.length
const FEATURE_INDEX = new Map(
  ENTITY_FEATURES.map((feature, index) => [feature, FIRST_LIST + LIST_KINDS.length + index]),
)
const FIRST_OPINION = FEATURE_NAMES.length - OPINION_FEATURES.length
const FIRST_DOCUMENT_FEATURE = FIRST_OPINION - DOCUMENT_FEATURES.length
const RELATION_INDEX = new Map(RELATIONS.map((relation, index) => [relation, index * CUE_KINDS.length]))
const PRAISE = CUE_KINDS.indexOf('praise')
const FAULT = CUE_KINDS.indexOf('fault')

/** Collects the features of one entity. */
export class FeatureRow {
  readonly values = new Float64Array(FEATURE_NAMES.length)
  readonly opinions: OpinionFeatures
  private readonly counted: Uint8Array
  private readonly answer: AnswerDocument

  constructor(answer: AnswerDocument) {
    this.answer = answer
    this.opinions = new OpinionFeatures(answer)
    this.counted = new Uint8Array(answer.cues.length)
  }

  add(feature: EntityFeature, value: number): void {
    const at = FEATURE_INDEX.get(feature) ?? 0
    this.values[at] = (this.values[at] ?? 0) + value
  }

  /** Excludes cues within a span, such as the entity's own name. */
  leaveOut({ start, end }: Span): void {
    const { cues } = this.answer
    for (let cue = firstEndingAfter(cues, start); (cues[cue]?.start ?? end) < end; cue += 1)
      this.counted[cue] = 1
  }

  /** Counts the cues of a half-open index range that are between two offsets. Each cue counts only once. */
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

  /** Sets the kind of the list that is most relevant for the entity. */
  setList(kind: (typeof LIST_KINDS)[number]): void {
    this.values[FIRST_LIST + LIST_KINDS.indexOf(kind)] = 1
  }

  /** Adds the derived features: the balance of praise and faults, the opinions, and the features of the answer. */
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
    this.values.set(this.answer.features, FIRST_DOCUMENT_FEATURE)
    return this.values
  }
}
