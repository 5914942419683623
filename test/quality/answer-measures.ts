import type {
  AnswerKind,
  RecommendationStrength,
  SentimentLabel,
} from '../../src/extraction/foundation/observation.ts'
import { isRecommended } from '../../src/extraction/stance/labels.ts'

/** A name in a labeled answer. Null and undefined labels are not measured. */
export interface LabelledEntity {
  name: string
  aliases?: string[]
  /** False if the answer does not contain the name. */
  named: boolean
  sentiment?: SentimentLabel | null
  strength?: RecommendationStrength | null
  rank?: number | 'disputed' | null
  denied?: boolean
}

/** A labeled answer: one line of the data files. */
export interface LabelledAnswer {
  id: string
  set?: string
  lang: string
  text: string
  kind: AnswerKind | null
  entities: LabelledEntity[]
}

/** Extracted values for a labeled name. */
export interface EntityResult {
  mentioned: boolean
  sentiment: SentimentLabel | null
  strength: RecommendationStrength | null
  rank: number | null
}

/** Labels and extracted values for a group of answers. */
export interface Results {
  entities: { label: LabelledEntity; found: EntityResult }[]
  kinds: [label: AnswerKind, found: AnswerKind | null][]
}

/** Scores for a group of answers: shares between 0 and 1, and the number of names. */
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

/** Returns the groups of a labeled answer: by set for real answers, by language for written ones. */
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
  const truePositives = pairs.filter(([label, found]) => label && found).length
  return [
    share(truePositives, pairs.filter(([, found]) => found).length),
    share(truePositives, pairs.filter(([label]) => label).length),
  ]
}

/** Computes the scores. The agreement between the two annotators was measured with the same scores. */
export function measureResults({ entities, kinds }: Results): Figures {
  const named = entities.filter(({ label }) => label.named && !label.denied)
  const [mentionPrecision, mentionRecall] = precisionAndRecall(
    entities.map(({ label, found }) => [label.named && !label.denied, found.mentioned]),
  )
  const sentiments = named.filter(({ label }) => label.sentiment)
  const ofSentiment = (sentiment: SentimentLabel) =>
    precisionAndRecall(
      sentiments.map(({ label, found }) => [label.sentiment === sentiment, found.sentiment === sentiment]),
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
