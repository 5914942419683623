import type { AnswerKind, RecommendationStrength, SentimentLabel } from '../foundation/observation.ts'

export const SENTIMENTS: readonly SentimentLabel[] = ['positive', 'neutral', 'negative', 'mixed']

/** Score of a sentiment that a judge or a person chose, −1…1. */
export const SCORE_OF = { positive: 1, neutral: 0, negative: -1, mixed: 0 } as const satisfies Record<
  SentimentLabel,
  number
>

/**
 * Possible strengths for each sentiment. Praise is never advice against, and an entity that is only criticized is never
 * recommended.
 */
export const STRENGTHS_OF: Record<SentimentLabel, readonly RecommendationStrength[]> = {
  positive: ['primary', 'strong', 'among', 'mentioned_only'],
  neutral: ['strong', 'among', 'mentioned_only'],
  negative: ['mentioned_only', 'discouraged'],
  mixed: ['strong', 'among', 'mentioned_only', 'discouraged'],
}

/** Classes of the stance trees in the order of their logits: all possible pairs of a sentiment and a strength. */
export const STANCES: readonly { sentiment: SentimentLabel; strength: RecommendationStrength }[] =
  SENTIMENTS.flatMap((sentiment) => STRENGTHS_OF[sentiment].map((strength) => ({ sentiment, strength })))

/** Kinds of answers in the order of their logits. */
export const KINDS: readonly AnswerKind[] = ['recommendation', 'comparison', 'howto', 'fact', 'other']

/** True for strengths that recommend an entity: all except `discouraged` and `mentioned_only`. */
export function isRecommended(strength: RecommendationStrength): boolean {
  return strength !== 'discouraged' && strength !== 'mentioned_only'
}
