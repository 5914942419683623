import type { Extraction, Mention, Recommendation, Sentiment, UnreadReason } from '../observation.ts'

const REASON: UnreadReason = 'language_not_read'

const UNREAD_SENTIMENT: Sentiment = {
  label: null,
  score: null,
  reason: REASON,
  positive: 0,
  neutral: 0,
  negative: 0,
}

/**
 * The extraction of an answer in a language that is not read: without sentiment and recommendations, which say why, and without
 * comparisons and a kind. What is found in every language stays: names, positions, ranks, lists and sources.
 */
export function withoutOpinions(extraction: Extraction): Extraction {
  return {
    ...extraction,
    mentions: extraction.mentions.map((mention): Mention => ({ ...mention, sentiment: null, score: null })),
    entities: extraction.entities.map((entity) => ({
      ...entity,
      sentiment: UNREAD_SENTIMENT,
      recommendation: withoutAdvice(entity.recommendation),
    })),
    comparisons: [],
    kind: null,
  }
}

function withoutAdvice({ rank, listSize }: Recommendation): Recommendation {
  return { recommended: null, strength: null, reason: REASON, rank, listSize, evidence: null }
}
