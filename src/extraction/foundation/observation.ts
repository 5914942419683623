import type {
  AnswerKind,
  CitationKind,
  MentionSentimentLabel,
  RecommendationStrength,
  SentimentLabel,
  Theme,
  UnreadReason,
} from '../../definitions/vocabulary.ts'

/** Version of the extraction rules, stored with every result. Increase it for any change in extraction results. */
export const EXTRACTION_VERSION = 9

export type {
  AnswerKind,
  CitationKind,
  MentionSentimentLabel,
  RecommendationStrength,
  SentimentLabel,
  Theme,
  UnreadReason,
}

/** Half-open range of UTF-16 code units in the stored answer. */
export interface Span {
  start: number
  end: number
}

/** A brand to look for. In a list, the first is the analysis brand. */
export interface TrackedEntity {
  name: string
  aliases?: readonly string[]
  /** Its registrable domains, such as `acme.com`. */
  domains?: readonly string[]
}

/** A source as returned by the provider. */
export interface SourceCitation {
  url: string
  title?: string | null
  /** Host name of the site, if the provider names it; takes precedence over the host of `url`. */
  domain?: string | null
  kind?: CitationKind
  spans?: readonly Span[]
}

/** An occurrence of an entity's name in the answer. */
export interface Mention extends Span {
  /** Index into the tracked entities. */
  entity: number
  /** True if the name occurs only to say that it is unknown or not an option. */
  denied: boolean
  /** Null if the language of the answer is not supported. */
  sentiment: MentionSentimentLabel | null
  /** Sentiment, −1…1: positive above 0.25, negative below −0.25. Null if the language is not supported. */
  score: number | null
  /** The clause about the entity, including the name. */
  evidence: Span
}

/** Sentiment of an answer toward an entity, summed over its mentions. */
export interface Sentiment {
  label: SentimentLabel | null
  /** (positive − negative) / all mentions, −1…1; null without a mention. */
  score: number | null
  /** Probability that the label is right, 0…1; null without a label, and for a label from elsewhere, such as a judge. */
  probability: number | null
  /** Reason why sentiment is not available; otherwise null. */
  reason: UnreadReason | null
  /** Mentions by sentiment; all 0 if sentiment is not available. */
  positive: number
  neutral: number
  negative: number
}

/** Whether and how an answer recommends an entity. */
export interface Recommendation {
  /** Null, like the strength, if recommendations are not available for this answer. */
  recommended: boolean | null
  strength: RecommendationStrength | null
  /** Probability that the strength is right, 0…1; null without a strength, and for a strength from elsewhere. */
  probability: number | null
  /** Reason why recommendations are not available; otherwise null. */
  reason: UnreadReason | null
  /** 1-based rank in the list that answers the question; null outside a list. */
  rank: number | null
  /** Probability that the rank is right, 0…1; null without a rank. */
  rankProbability: number | null
  listSize: number | null
  /** The sentence or item that shows the recommendation. */
  evidence: Span | null
}

/** Extraction results for one tracked entity. */
export interface EntityObservation {
  name: string
  mentioned: boolean
  denied: boolean
  /** Number of mentions that are not denied. */
  mentionCount: number
  firstOffset: number | null
  /** 1-based order of first mention among all tracked entities; null if absent. */
  position: number | null
  sentiment: Sentiment
  recommendation: Recommendation
}

/** A list in the answer and the entities in each item. */
export interface ListObservation {
  items: (Span & { entities: number[] })[]
}

export interface CitationObservation {
  /** 1-based order of first citation. */
  position: number
  /** Canonical URL, without tracking parameters and the fragment. */
  url: string
  title: string | null
  /** Registrable domain in lower case. */
  domain: string
  kind: CitationKind
  /** Index of the tracked entity that owns the domain; null for a third party. */
  owner: number | null
  spans: Span[]
}

/** A statement that one entity is better than another; the span covers the statement. */
export interface ComparisonObservation extends Span {
  /** Indices of the tracked entities. */
  better: number
  worse: number
}

/** Theme of an opinion: one of `THEMES`, or a word of the answer after `other:`, such as "other:haptics". */
export type ThemeKey = Theme | `other:${string}`

/** What an answer says about one aspect of an entity. The span covers the sentence, cell or part of it that says so. */
export interface ThemeObservation extends Span {
  /** Index of the tracked entity. */
  entity: number
  theme: ThemeKey
  /** `neutral` if the answer mentions the aspect without an opinion. */
  label: MentionSentimentLabel
  /** The words that show it. */
  words: Span
}

export interface AnswerLanguage {
  /** Primary language subtag (BCP 47), such as "de"; null if unknown. */
  code: string | null
  /** True if sentiment and recommendations are supported in this language. */
  read: boolean
}

/** A brand or product that is mentioned but not tracked. The span is its first mention. */
export interface DiscoveredName extends Span {
  /** First spelling in the answer. Spellings that differ by case, punctuation or genitive count as one name. */
  name: string
  mentionCount: number
  strength: RecommendationStrength
  /** 1-based rank in the list that answers the question; null outside a list. */
  rank: number | null
  /** The sentence or item that shows the strength. */
  evidence: Span
}

/** Everything extracted from one answer. Spans and offsets are UTF-16 code units of the answer. */
export interface Extraction {
  mentions: Mention[]
  /** One per tracked entity, in the same order. */
  entities: EntityObservation[]
  citations: CitationObservation[]
  lists: ListObservation[]
  /** Sorted by the sentences that state them. */
  comparisons: ComparisonObservation[]
  /**
   * Themes in text order; at most one per entity, theme and label, which is the first. Empty if the language is not
   * supported.
   */
  themes: ThemeObservation[]
  /** Null if the language is not supported. */
  kind: AnswerKind | null
  /** Probability that the kind is right, 0…1; null without a kind. */
  kindProbability: number | null
  language: AnswerLanguage
  /** Sorted by first mention. */
  discovered: DiscoveredName[]
  extractionVersion: number
}

/** An answer, the entities to look for, and the provider's sources. */
export interface ExtractionInput {
  text: string
  entities: readonly TrackedEntity[]
  citations?: readonly SourceCitation[]
}
