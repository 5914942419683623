import type { AnswerStatus, RecommendationStrength, SentimentLabel } from '../definitions/vocabulary.ts'

export interface MetricsEntity {
  /** `brand`, or the competitor's id. */
  id: string
  name: string
}

/** What one answer says of one entity. Fields that an older extraction version lacks are null. */
export interface MetricsMention {
  mentioned: boolean
  /** Occurrences, denials not counted. */
  mentions: number
  /** Order of first mention, 1-based; null if absent. */
  position: number | null
  /** 1 − offset of the first mention / length of the answer, 0…1; null if absent. */
  prominence: number | null
  /** (positive − negative) / mentions, −1…1; null if absent, or not read. */
  sentiment: number | null
  /** How the answer speaks of it on the whole; null if absent, or not read. */
  label: SentimentLabel | null
  /** Mentions by sentiment. */
  tones: { positive: number; neutral: number; negative: number } | null
  /** Null in an answer that was not read for it, whether it names the entity or not. */
  recommended: boolean | null
  strength: RecommendationStrength | null
  /** Named only to say that nothing is known of it (a denial). */
  denied: boolean | null
}

/** One page among the sources of an answer. */
export interface MetricsSource {
  /** Registrable. */
  domain: string
  url: string
  title: string | null
  /** Number of the entity it belongs to; null for a third party. */
  entity: number | null
  /** False for a page that is only listed. */
  cited: boolean
}

/** One answer with what the metrics use of it. */
export interface MetricsAnswer {
  status: 'pending' | AnswerStatus
  /** Number of its prompt: answers of one prompt are not independent. */
  prompt: number
  provider: string
  location: string
  /** What must stay the same for two answers to be compared: the surface, the model it reports, the rules that read it. */
  basis: string
  /** One for each entity, the analysis brand first; empty unless the status is `ok`. */
  entities: readonly MetricsMention[]
  sources: readonly MetricsSource[]
}

/** What the metrics of a batch are computed from. */
export interface MetricsInput {
  /** The analysis brand first. */
  entities: readonly MetricsEntity[]
  /** By their number; `tags` are in canonical form. A `branded` prompt names the analysis brand itself. */
  prompts: readonly { text: string; tags: readonly string[]; branded: boolean }[]
  answers: readonly MetricsAnswer[]
}
