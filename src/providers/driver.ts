/** How a surface answered. `failed` is never produced by a driver's `read`; it is what remains of a unit whose `ask` gave up. */
export const ANSWER_STATUSES = ['ok', 'refused', 'not_shown', 'failed'] as const
export type AnswerStatus = (typeof ANSWER_STATUSES)[number]

export const SURFACES = ['api', 'consumer_ui', 'serp', 'replay', 'simulated'] as const
export type Surface = (typeof SURFACES)[number]

/** How the requested location reached the surface: by its own parameter, by coordinates, by a sentence in the prompt, or not at all. */
export const LOCATIONS_APPLIED = ['native', 'latlng', 'prompt_hint', 'none'] as const
export type LocationApplied = (typeof LOCATIONS_APPLIED)[number]

/** One unit of work put to one surface. */
export interface Question {
  prompt: string
  /** ISO 3166-1 alpha-2, upper case. */
  location: string
  /** 1-based. */
  replicate: number
  askedAt: Date
  signal: AbortSignal
}

/** Half-open range of UTF-16 code units. */
export interface Span {
  start: number
  end: number
}

export interface AnswerCitation {
  url: string
  title: string | null
  /** `cited`: referred to in the answer. `retrieved`: only listed as a source by the surface. */
  kind: 'cited' | 'retrieved'
  /** Where the answer refers to it, into the answer text; empty when the surface does not say. */
  spans: Span[]
}

/** What was received, before any reading of it: JSON that is stored as it is. */
export type RawAnswer = { [key: string]: JsonValue }
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** An answer in one form, whichever surface gave it. */
export interface ProviderAnswer {
  status: Exclude<AnswerStatus, 'failed'>
  surface: Surface
  locationApplied: LocationApplied
  model: { requested: string | null; reported: string | null }
  /** Markdown as given, empty unless the status is `ok` or `refused`. */
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
 * A way to an answer engine.
 *
 * `ask` buys the answer and returns what was received, untouched, so that it can be stored before anybody reads it;
 * it throws {@link ProviderError} only. `read` turns it into the common form: pure, repeatable, and free of charge.
 */
export interface Driver {
  ask(question: Question): Promise<RawAnswer>
  read(raw: RawAnswer, question: Pick<Question, 'prompt' | 'location'>): ProviderAnswer
}

/**
 * What to do about a failure. `retry`: again later, `retryAfter` says when. `stop`: credentials or quota, no retry helps now.
 * `location_unsupported` and `invalid`: this question can never be answered by this surface. `drift`: the body was not understood.
 */
export type ProviderErrorKind = 'retry' | 'stop' | 'location_unsupported' | 'invalid' | 'drift'

export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  /** Milliseconds the provider asked to wait, when it did. */
  readonly retryAfter: number | null

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: { retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ProviderError'
    this.kind = kind
    this.retryAfter = options.retryAfter ?? null
  }
}
