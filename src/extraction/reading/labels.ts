import type { AnswerKind, RecommendationStrength, SentimentLabel } from '../observation.ts'

/** The classes of the trees, in the order of their logits. */
export const SENTIMENTS: readonly SentimentLabel[] = ['positive', 'neutral', 'negative', 'mixed']
export const STRENGTHS: readonly RecommendationStrength[] = [
  'primary',
  'strong',
  'among',
  'mentioned_only',
  'discouraged',
]
export const KINDS: readonly AnswerKind[] = ['recommendation', 'comparison', 'howto', 'fact', 'other']

/** True for the strengths that recommend an entity: all but `discouraged` and `mentioned_only`. */
export function isRecommended(strength: RecommendationStrength): boolean {
  return strength !== 'discouraged' && strength !== 'mentioned_only'
}
