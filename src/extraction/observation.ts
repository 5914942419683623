import type {
  AnswerKind,
  CitationKind,
  MentionSentimentLabel,
  RecommendationStrength,
  SentimentLabel,
  UnreadReason,
} from '../definitions/vocabulary.ts'

/** Version of the extraction rules, stored with every result. Any change in what is extracted raises it. */
export const EXTRACTION_VERSION = 5

export type {
  AnswerKind,
  CitationKind,
  MentionSentimentLabel,
  RecommendationStrength,
  SentimentLabel,
  UnreadReason,
}

/** Half-open range of UTF-16 code units of the answer as stored. */
export interface Span {
  start: number
  end: number
}

/** A brand to look for. In a list of them the first is the brand that the analysis is about. */
export interface TrackedEntity {
  name: string
  aliases?: readonly string[]
  /** Registrable domains that belong to it, such as `acme.com`. */
  domains?: readonly string[]
}

/** A source as the provider gave it. */
export interface SourceCitation {
  url: string
  title?: string | null
  /** Host name of the site, where the provider names it; used in place of that of `url`. */
  domain?: string | null
  kind?: CitationKind
  spans?: readonly Span[]
}

/** An occurrence of an entity's name in the answer. */
export interface Mention extends Span {
  /** Index into the tracked entities. */
  entity: number
  /** The entity is named only to say that nothing is known of it, or that it is no option at all. */
  denied: boolean
  /** Null where the language of the answer is not read. */
  sentiment: MentionSentimentLabel | null
  /** Sentiment of the mention, −1…1; positive above 0.25, negative below −0.25; null where the language is not read. */
  score: number | null
  /** The clause about the entity, which includes the name. */
  evidence: Span
}

/** Sentiment of an answer towards an entity, summed up over its mentions. */
export interface Sentiment {
  label: SentimentLabel | null
  /** (positive − negative) / all mentions, −1…1; null without a mention. */
  score: number | null
  /** Why the answer was not read for it; null where it was. */
  reason: UnreadReason | null
  /** Mentions by their sentiment; all 0 where the answer was not read for it. */
  positive: number
  neutral: number
  negative: number
}

/** Whether and how an answer recommends an entity. */
export interface Recommendation {
  /** This and the strength are null where the answer was not read for them. */
  recommended: boolean | null
  strength: RecommendationStrength | null
  /** Why the answer was not read for it; null where it was. */
  reason: UnreadReason | null
  /** 1-based rank in the list that answers the question; null outside a list. */
  rank: number | null
  listSize: number | null
  /** The sentence or item that shows it. */
  evidence: Span | null
}

/** What an answer says about one tracked entity. */
export interface EntityObservation {
  name: string
  mentioned: boolean
  denied: boolean
  /** Mentions that are not denied. */
  mentionCount: number
  firstOffset: number | null
  /** Order of first mention among all tracked entities, 1-based; null if absent. */
  position: number | null
  sentiment: Sentiment
  recommendation: Recommendation
}

/** A list of the answer, with the entities that each item names. */
export interface ListObservation {
  items: (Span & { entities: number[] })[]
}

/** A source of the answer. */
export interface CitationObservation {
  /** Order of first citation, 1-based. */
  position: number
  /** Canonical: tracking parameters and text fragments dropped. */
  url: string
  title: string | null
  /** Registrable domain, lower case. */
  domain: string
  kind: CitationKind
  /** Index of the tracked entity whose domain it is; null for a third party. */
  owner: number | null
  spans: Span[]
}

/** One entity called better than another; the span covers what says so. */
export interface ComparisonObservation extends Span {
  /** Indices of the tracked entities. */
  better: number
  worse: number
}

/** The language of an answer. */
export interface AnswerLanguage {
  /** Primary subtag of BCP 47, such as "de"; null where the text does not show it. */
  code: string | null
  /** Sentiment and recommendations are read in this language. */
  read: boolean
}

/** A brand or product that the answer names and no tracked entity does. The span is its first mention. */
export interface DiscoveredName extends Span {
  /** As first written. Spellings that differ by case, punctuation or genitive count as one name. */
  name: string
  mentionCount: number
  strength: RecommendationStrength
  /** 1-based rank in the list that answers the question; null outside a list. */
  rank: number | null
  /** The sentence or item that shows the strength. */
  evidence: Span
}

/** Everything extracted from one answer, each claim with its evidence. Spans and offsets are UTF-16 code units of the answer. */
export interface Extraction {
  mentions: Mention[]
  /** One for each tracked entity, in their order. */
  entities: EntityObservation[]
  citations: CitationObservation[]
  lists: ListObservation[]
  /** In the order of the sentences that state them. */
  comparisons: ComparisonObservation[]
  /** Null where the language is not read. */
  kind: AnswerKind | null
  language: AnswerLanguage
  /** In the order of their first mentions. */
  discovered: DiscoveredName[]
  extractionVersion: number
}

/** An answer, the entities to look for, and the sources that the provider gave besides the text. */
export interface ExtractionInput {
  text: string
  entities: readonly TrackedEntity[]
  citations?: readonly SourceCitation[]
}
