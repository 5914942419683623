import type { AnswerStatus, CitationKind, LocationApplied, Surface } from '../definitions/vocabulary.ts'

export type { AnswerStatus, LocationApplied, Surface }

/** One question to one surface. */
export interface Question {
  prompt: string
  /** ISO 3166-1 alpha-2, upper case. */
  location: string
  /** 1-based. */
  replicate: number
  askedAt: Date
  signal: AbortSignal
}

/** A range of UTF-16 code units; `end` is exclusive. */
export interface Span {
  start: number
  end: number
}

/** A source of an answer. */
export interface AnswerCitation {
  url: string
  title: string | null
  /** `cited`: referred to in the answer. `retrieved`: only listed as a source by the surface. */
  kind: CitationKind
  /** Where the answer text refers to it; empty when the surface does not say. */
  spans: Span[]
}

/** The unparsed response as JSON, stored unchanged. */
export type RawAnswer = { [key: string]: JsonValue }
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** An answer in the form that all surfaces share. */
export interface ProviderAnswer {
  status: Exclude<AnswerStatus, 'failed'>
  surface: Surface
  locationApplied: LocationApplied
  model: { requested: string | null; reported: string | null }
  /** Markdown as received; empty unless the status is `ok` or `refused`. */
  text: string
  citations: AnswerCitation[]
  searchQueries: string[]
  /** Whether the surface searched the web; null when it does not say. */
  searched: boolean | null
  usage: { inputTokens: number | null; outputTokens: number | null; searches: number | null } | null
  /** As reported by the provider, in US dollars; null when it reports none. */
  costUsd: number | null
}

/**
 * Asks an answer engine. `ask` sends a question, which may cost money, and returns the response unchanged, so that it can be
 * stored before it is parsed; it throws {@link ProviderError} only. `read` parses the response into the common form. It is
 * pure, so that it can be repeated without asking again, and throws a {@link ProviderError} of kind `drift`.
 */
export interface Driver {
  ask(question: Question): Promise<RawAnswer>
  read(raw: RawAnswer, question: Pick<Question, 'prompt' | 'location'>): ProviderAnswer
}

/**
 * How to react to a failure. `retry`: ask again later, after `retryAfter` if given. `stop`: a problem of credentials or quota,
 * for which a retry does not help. `location_unsupported` and `invalid`: the surface cannot answer this question. `drift`: the
 * body does not have the expected format, which the vendor may have changed.
 */
export type ProviderErrorKind = 'retry' | 'stop' | 'location_unsupported' | 'invalid' | 'drift'

/**
 * The longest pause that a provider can ask for, in milliseconds. A longer one, sent by mistake or as a date by a clock that is
 * wrong, would hold up a whole analysis; asked again earlier, the provider refuses again at no cost.
 */
export const LONGEST_RETRY_AFTER = 10 * 60_000

/** A failure of a provider; the message is for users and contains no credentials. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  /** Milliseconds the provider asked to wait, when it did, whole and at most {@link LONGEST_RETRY_AFTER}. */
  readonly retryAfter: number | null

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: { retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ProviderError'
    this.kind = kind
    this.retryAfter =
      options.retryAfter == null ? null : Math.min(Math.ceil(options.retryAfter), LONGEST_RETRY_AFTER)
  }
}
