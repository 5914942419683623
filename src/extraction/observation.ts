/** Version of the reading rules. Results keep the version that read them; a change in what is read raises it. */
export const EXTRACTION_VERSION = 3

export const SENTIMENT_LABELS = ['positive', 'neutral', 'negative'] as const
export type SentimentLabel = (typeof SENTIMENT_LABELS)[number]

export const RECOMMENDATION_STRENGTHS = [
  'primary',
  'strong',
  'among',
  'mentioned_only',
  'discouraged',
] as const
export type RecommendationStrength = (typeof RECOMMENDATION_STRENGTHS)[number]

/** Half-open range of UTF-16 code units into the answer as stored. */
export interface Span {
  start: number
  end: number
}

/** A brand to look for. The first of a list is the one the analysis is about. */
export interface TrackedEntity {
  name: string
  aliases?: readonly string[]
  /** Registrable domains that belong to it, such as `acme.com`. */
  domains?: readonly string[]
}

/** A source as the surface gave it. */
export interface SourceCitation {
  url: string
  title?: string | null
  kind?: 'cited' | 'retrieved'
  spans?: readonly Span[]
}

export interface Mention extends Span {
  /** Index into the tracked entities. */
  entity: number
  /** Named only to say that nothing is known of it. */
  denied: boolean
  sentiment: SentimentLabel
  /** −1…1. */
  score: number
  /** The clause that speaks of it, the name within. */
  evidence: Span
}

export interface Sentiment {
  label: SentimentLabel | null
  /** (positive − negative) / all mentions, −1…1; null without a mention. */
  score: number | null
  positive: number
  neutral: number
  negative: number
}

export interface Recommendation {
  recommended: boolean
  strength: RecommendationStrength | null
  /** 1-based rank in the list that answers the question; null outside a list. */
  rank: number | null
  listSize: number | null
  /** The sentence or item that shows it. */
  evidence: Span | null
}

export interface EntityObservation {
  name: string
  mentioned: boolean
  denied: boolean
  /** Occurrences, denials not counted. */
  mentionCount: number
  firstOffset: number | null
  /** Order of first mention among all tracked entities, 1-based; null if absent. */
  position: number | null
  sentiment: Sentiment
  recommendation: Recommendation
}

export interface ListObservation {
  items: (Span & { entities: number[] })[]
}

export interface CitationObservation {
  /** Order of first citation, 1-based. */
  position: number
  /** Canonical: tracking parameters and text fragments dropped. */
  url: string
  title: string | null
  /** Registrable domain, lower case. */
  domain: string
  kind: 'cited' | 'retrieved'
  /** Index of the tracked entity whose domain it is; null for a third party. */
  owner: number | null
  spans: Span[]
}

/** One entity said to be ahead of another; the span is what says so. */
export interface ComparisonObservation extends Span {
  /** Indices of the tracked entities. */
  better: number
  worse: number
}

/** What one answer says, every claim with its evidence. */
export interface Extraction {
  mentions: Mention[]
  /** One for each tracked entity, in their order. */
  entities: EntityObservation[]
  citations: CitationObservation[]
  lists: ListObservation[]
  /** In the order of the sentences that state them. */
  comparisons: ComparisonObservation[]
  extractionVersion: number
}

export interface ExtractionInput {
  text: string
  entities: readonly TrackedEntity[]
  citations?: readonly SourceCitation[]
}
