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
  sentiment: Sentiment & {
    /** The clauses that speak for or against the brand; absent before extraction version 3. */
    evidence?: (Quote & { label: SentimentLabel })[]
  }
  competitors: CompetitorObservation[]
  citations: CitedSource[]
  recommendation: QuotedRecommendation
  /** Null where the rules alone read it, and in readings from before there was a judge. */
  judge: JudgeNote | null
  /** For the metrics only; older readings did not keep it. */
  details?: {
    /** Of the answer, in UTF-16 code units. */
    length: number
    /** In the order of `competitors`. */
    competitors: CompetitorDetails[]
  }
}

/** The part that a judge had in a reading: sentiment and strength are then its own, as far as it gave them. */
export interface JudgeNote {
  model: string
  promptVersion: number
  /** Mentions that it labelled, and on how many of them the rules say the same. */
  judged: number
  agreed: number
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
  /** Where the answer refers to it; absent before extraction version 3. */
  spans?: Span[]
}

/** Words of the answer, and where they stand in it. */
export type Quote = Span & { text: string }

export type QuotedRecommendation = Omit<Recommendation, 'evidence'> & {
  /** The words that show it. */
  evidence: Quote | null
}
