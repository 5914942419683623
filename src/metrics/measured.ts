export interface MeasuredEntity {
  /** `brand`, or the competitor's id. */
  id: string
  name: string
}

/** From the strongest to the weakest. */
export type Strength = 'primary' | 'strong' | 'among' | 'mentioned_only' | 'discouraged'

/** What one answer says of one entity. Readings of older versions did not keep everything: what they lack is null. */
export interface MeasuredMention {
  mentioned: boolean
  /** Occurrences, denials not counted. */
  mentions: number
  /** Order of first mention, 1-based; null if absent. */
  position: number | null
  /** 1 − offset of the first mention / length of the answer, 0…1; null if absent. */
  prominence: number | null
  /** (positive − negative) / mentions, −1…1; null if absent. */
  sentiment: number | null
  /** Mentions by sentiment. */
  tones: { positive: number; neutral: number; negative: number } | null
  recommended: boolean
  strength: Strength | null
  /** Named only to say that nothing is known of it. */
  denied: boolean | null
}

/** One page among the sources of an answer. */
export interface MeasuredSource {
  /** Registrable. */
  domain: string
  /** Number of the entity it belongs to; null for a third party. */
  entity: number | null
  /** False for a page that is only listed. */
  cited: boolean
}

/** One answer, as far as the metrics care. */
export interface MeasuredAnswer {
  status: 'pending' | 'ok' | 'refused' | 'not_shown' | 'failed'
  /** Number of its prompt: answers of one prompt are not independent. */
  prompt: number
  provider: string
  location: string
  /** What must stay the same for two answers to be compared: the surface, the model it reports, the rules that read it. */
  basis: string
  /** One for each entity, the analysis brand first; empty unless the status is `ok`. */
  entities: readonly MeasuredMention[]
  sources: readonly MeasuredSource[]
}

/** Everything the metrics know of a batch. */
export interface MeasuredBatch {
  /** The analysis brand first. */
  entities: readonly MeasuredEntity[]
  /** By their number; `tags` are identities, not spellings. A `branded` one names the analysis brand itself. */
  prompts: readonly { text: string; tags: readonly string[]; branded: boolean }[]
  answers: readonly MeasuredAnswer[]
}
