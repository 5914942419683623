import type {
  Recommendation,
  RecommendationStrength,
  Sentiment,
  SentimentLabel,
  Span,
} from '../../extraction/observation.ts'

/** What one answer says about the analysis brand and its competitors: the JSON column of a result (contract §3 "Result"). */
export interface Observation {
  brand: {
    mentioned: boolean
    /** Named only to say that nothing is known of it. */
    denied: boolean
    mentionCount: number
    /** UTF-16 offset of the first mention; null if absent. */
    firstOffset: number | null
    /** Order of first mention among all tracked brands, 1-based; null if absent. */
    position: number | null
    spans: Span[]
  }
  sentiment: Sentiment
  competitors: CompetitorObservation[]
  citations: CitedSource[]
  recommendation: QuotedRecommendation
  /** For the metrics only; older readings did not keep it. */
  details?: {
    /** Of the answer, in UTF-16 code units. */
    length: number
    /** In the order of `competitors`. */
    competitors: CompetitorDetails[]
  }
}

export interface CompetitorDetails {
  denied: boolean
  firstOffset: number | null
  /** Mentions by sentiment. */
  positive: number
  neutral: number
  negative: number
  strength: RecommendationStrength | null
}

export interface CompetitorObservation {
  id: string
  name: string
  mentioned: boolean
  mentionCount: number
  position: number | null
  /** −1…1 per mention, averaged; null if absent. */
  sentiment: number | null
  sentimentLabel: SentimentLabel | null
  recommended: boolean
  rank: number | null
}

export interface CitedSource {
  position: number
  url: string
  title: string | null
  domain: string
  kind: 'cited' | 'retrieved'
  owner: 'brand' | 'competitor' | 'third_party'
  competitorId: string | null
}

export type QuotedRecommendation = Omit<Recommendation, 'evidence'> & {
  /** The words that show it, and where they stand in the answer. */
  evidence: (Span & { text: string }) | null
}
