import type { AnswerKind, RecommendationStrength, SentimentLabel } from '../../src/extraction/observation.ts'
import { isRecommended } from '../../src/extraction/reading/labels.ts'

/** A name of a labelled answer; null and undefined labels are not measured. */
export interface LabelledEntity {
  name: string
  aliases?: string[]
  /** False for a name that the answer does not have. */
  named: boolean
  sentiment?: SentimentLabel | null
  strength?: RecommendationStrength | null
  rank?: number | 'disputed' | null
  denied?: boolean
}

/** A line of the labelled answers. */
export interface LabelledAnswer {
  id: string
  set?: string
  lang: string
  text: string
  kind: AnswerKind | null
  entities: LabelledEntity[]
}

/** What was read of a labelled name. */
export interface EntityResult {
  mentioned: boolean
  sentiment: SentimentLabel | null
  strength: RecommendationStrength | null
  rank: number | null
}

/** What was read beside the labels, for one group of answers. */
export interface Results {
  entities: { label: LabelledEntity; found: EntityResult }[]
  kinds: [label: AnswerKind, found: AnswerKind | null][]
}

/** The figures of a group of answers: shares 0…1. */
export type Figures = Record<
  | 'mentionRecall'
  | 'mentionPrecision'
  | 'sentiment'
  | 'negativePrecision'
  | 'negativeRecall'
  | 'praiseRecall'
  | 'praisePrecision'
  | 'recommendedPrecision'
  | 'recommendedRecall'
  | 'strength'
  | 'rank'
  | 'kind',
  number
> & { names: number }

/** The group of a labelled answer: its set, or its language where it was written for the purpose. */
export function groupsOf({ set, lang }: LabelledAnswer): string[] {
  if (set === 'written_en') return ['critical English answers (written)']
  return set === undefined ? ['eight languages (written)', lang] : ['real answers', set]
}

function share(part: number, whole: number): number {
  return Math.round((part / Math.max(1, whole)) * 1000) / 1000
}

function precisionAndRecall(
  pairs: readonly [label: boolean, found: boolean][],
): [precision: number, recall: number] {
  const both = pairs.filter(([label, found]) => label && found).length
  return [
    share(both, pairs.filter(([, found]) => found).length),
    share(both, pairs.filter(([label]) => label).length),
  ]
}

/** The figures that two readers of the answers were compared by. */
export function measureResults({ entities, kinds }: Results): Figures {
  const named = entities.filter(({ label }) => label.named && !label.denied)
  const [mentionPrecision, mentionRecall] = precisionAndRecall(
    entities.map(({ label, found }) => [label.named && !label.denied, found.mentioned]),
  )
  const sentiments = named.filter(({ label }) => label.sentiment)
  const ofSentiment = (one: SentimentLabel) =>
    precisionAndRecall(
      sentiments.map(({ label, found }) => [label.sentiment === one, found.sentiment === one]),
    )
  const strengths = named.filter(({ label }) => label.strength)
  const [recommendedPrecision, recommendedRecall] = precisionAndRecall(
    strengths.map(({ label, found }) => [
      label.strength != null && isRecommended(label.strength),
      found.strength !== null && isRecommended(found.strength),
    ]),
  )
  const ranks = named.filter(({ label }) => label.rank !== 'disputed')
  const [negativePrecision, negativeRecall] = ofSentiment('negative')
  const [praisePrecision, praiseRecall] = ofSentiment('positive')
  return {
    names: named.length,
    mentionRecall,
    mentionPrecision,
    sentiment: share(
      sentiments.filter(({ label, found }) => label.sentiment === found.sentiment).length,
      sentiments.length,
    ),
    negativePrecision,
    negativeRecall,
    praiseRecall,
    praisePrecision,
    recommendedPrecision,
    recommendedRecall,
    strength: share(
      strengths.filter(({ label, found }) => label.strength === found.strength).length,
      strengths.length,
    ),
    rank: share(ranks.filter(({ label, found }) => (label.rank ?? null) === found.rank).length, ranks.length),
    kind: share(kinds.filter(([label, found]) => label === found).length, kinds.length),
  }
}
