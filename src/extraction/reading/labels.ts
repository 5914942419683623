import type { AnswerKind, RecommendationStrength, SentimentLabel } from '../observation.ts'

export const SENTIMENTS: readonly SentimentLabel[] = ['positive', 'neutral', 'negative', 'mixed']

/**
 * How an answer can speak of an entity: the strengths that go with each sentiment. Praise is no advice against, and what is only
 * criticised is not recommended.
 */
export const STRENGTHS_OF: Record<SentimentLabel, readonly RecommendationStrength[]> = {
  positive: ['primary', 'strong', 'among', 'mentioned_only'],
  neutral: ['strong', 'among', 'mentioned_only'],
  negative: ['mentioned_only', 'discouraged'],
  mixed: ['strong', 'among', 'mentioned_only', 'discouraged'],
}

/** The classes of the trees, in the order of their logits: the pairs of a sentiment and a strength that answers have. */
export const STANCES: readonly { sentiment: SentimentLabel; strength: RecommendationStrength }[] =
  SENTIMENTS.flatMap((sentiment) => STRENGTHS_OF[sentiment].map((strength) => ({ sentiment, strength })))

/** The kinds of answers, in the order of their logits. */
export const KINDS: readonly AnswerKind[] = ['recommendation', 'comparison', 'howto', 'fact', 'other']

/** True for the strengths that recommend an entity: all but `discouraged` and `mentioned_only`. */
export function isRecommended(strength: RecommendationStrength): boolean {
  return strength !== 'discouraged' && strength !== 'mentioned_only'
}
