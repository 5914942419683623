/** A request for a JSON answer that follows a schema. */
export interface JudgeQuestion {
  system: string
  user: string
  /** JSON Schema of the answer. */
  form: { name: string; schema: object }
}

/** The reply to a {@link JudgeQuestion}. */
export interface JudgeAnswer {
  /** As the model wrote it, not checked against the schema. Empty for a refusal. */
  text: string
  /** The model that the server reports; the configured one when it reports none. */
  model: string
  usage: { inputTokens: number | null; outputTokens: number | null } | null
  /** The body as received. */
  raw: string
}

/** A language model that labels the mentions that extraction found in an answer. */
export interface Judge {
  /** As configured. */
  readonly model: string
  /** Maximum number of tokens per organization and UTC day. */
  readonly dailyTokens: number
  /** It labels brands whose sentiment or strength has a lower probability of being right, 0…1; 1 labels all. */
  readonly below: number
  /**
   * Sends one question.
   * @throws {ProviderError} with a message that quotes no part of the response, because it may contain the question or the key
   */
  ask(question: JudgeQuestion): Promise<JudgeAnswer>
}
