export interface MeasuredEntity {
  /** `brand`, or the competitor's id. */
  id: string
  name: string
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
  entities: {
    mentioned: boolean
    position: number | null
    /** −1…1, null without a mention. */
    sentiment: number | null
    recommended: boolean
    cited: boolean
  }[]
}

/** Everything the metrics know of a batch. */
export interface MeasuredBatch {
  /** The analysis brand first. */
  entities: readonly MeasuredEntity[]
  /** By their number; `tags` are identities, not spellings. */
  prompts: readonly { text: string; tags: readonly string[] }[]
  answers: readonly MeasuredAnswer[]
}
