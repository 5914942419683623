import type {
  Extraction,
  Mention,
  Recommendation,
  Sentiment,
  UnreadReason,
} from '../foundation/observation.ts'

const REASON: UnreadReason = 'language_not_read'

const UNREAD_SENTIMENT: Sentiment = {
  label: null,
  score: null,
  probability: null,
  reason: REASON,
  positive: 0,
  neutral: 0,
  negative: 0,
}

/**
 * Removes everything from an extraction that requires a supported language: sentiment, recommendations, comparisons and
 * the answer's kind. Sentiment and recommendation get a reason instead. Names, positions, ranks, lists and citations
 * stay.
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
    kindProbability: null,
  }
}

function withoutAdvice({ rank, listSize }: Recommendation): Recommendation {
  return {
    recommended: null,
    strength: null,
    probability: null,
    reason: REASON,
    rank,
    rankProbability: null,
    listSize,
    evidence: null,
  }
}
