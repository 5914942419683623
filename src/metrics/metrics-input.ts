import type {
  AnswerStatus,
  MentionSentimentLabel,
  RecommendationStrength,
  SentimentLabel,
} from '../definitions/vocabulary.ts'

export interface MetricsEntity {
  /** `brand`, or the competitor's id. */
  id: string
  name: string
}

/** What one answer says about one entity. Fields are null if the answer's extraction version lacks them. */
export interface MetricsMention {
  mentioned: boolean
  /** Occurrences, without denials. */
  mentions: number
  /** Order of first mention, 1-based; null if not mentioned. */
  position: number | null
  /** 1 − offset of the first mention / length of the answer, 0…1; null if not mentioned. */
  prominence: number | null
  /** (positive − negative) / mentions, −1…1; null if not mentioned or not classified. */
  sentiment: number | null
  /** Overall sentiment of the answer toward the entity; null if not mentioned or not classified. */
  label: SentimentLabel | null
  /** Mentions by sentiment. */
  tones: { positive: number; neutral: number; negative: number } | null
  /** Null if the answer was not checked for recommendations, whether or not it mentions the entity. */
  recommended: boolean | null
  strength: RecommendationStrength | null
  /** The entity is only named to say that nothing is known about it (a denial). */
  denied: boolean | null
  /** Aspects that the answer praises, criticizes or mentions, each at most once per label. */
  themes: readonly (readonly [theme: string, label: MentionSentimentLabel])[] | null
}

/** A source of an answer. */
export interface MetricsSource {
  /** Registrable domain. */
  domain: string
  /** Index of the entity that owns the page; null for a third party. */
  entity: number | null
  /** False for a page that is listed but not cited. */
  cited: boolean
}

/** A source with its page. */
export interface SourcePage extends MetricsSource {
  url: string
  title: string | null
}

/** The parts of an answer that the metrics use. */
export interface MetricsAnswer {
  status: 'pending' | AnswerStatus
  /** Index of its prompt. Answers to the same prompt are not independent. */
  prompt: number
  provider: string
  location: string
  /** Name of the persona; null without personas. */
  persona: string | null
  /** What must match for two answers to be comparable: the surface, the reported model and the extraction rules. */
  basis: string
  /** One element per entity, the analysis brand first. Empty unless the status is `ok`. */
  entities: readonly MetricsMention[]
  sources: readonly MetricsSource[]
  /** Indexes of the entities on the cards next to the text; null if the surface showed no cards. */
  placed: readonly number[] | null
  /** Whether the surface searched the web; null if it does not say. */
  searched: boolean | null
}

/** Input for the metrics of a batch. */
export interface MetricsInput {
  /** The analysis brand first. */
  entities: readonly MetricsEntity[]
  /** Indexed by prompt number. `tags` are in canonical form. A `branded` prompt names the analysis brand. */
  prompts: readonly { text: string; tags: readonly string[]; branded: boolean }[]
  answers: readonly MetricsAnswer[]
}

/** An answer with the pages of its sources. Only counting pages needs them. */
export interface AnswerWithPages extends MetricsAnswer {
  sources: readonly SourcePage[]
}

export interface InputWithPages extends MetricsInput {
  answers: readonly AnswerWithPages[]
}
