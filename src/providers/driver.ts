import type { AnswerStatus, CitationKind, LocationApplied, Surface } from '../definitions/vocabulary.ts'

export type { AnswerStatus, LocationApplied, Surface }

/**
 * Version of what the drivers read out of responses, one for all of them. Raised when a driver reads a stored response
 * otherwise than before, so that operators know which answers a re-extraction reads anew.
 */
export const PARSER_VERSION = 2

/** One question to one surface. */
export interface Question {
  prompt: string
  /** ISO 3166-1 alpha-2, upper case. */
  location: string
  /** 1-based. */
  replicate: number
  askedAt: Date
  signal: AbortSignal
  /** For an API that answers later: a question that was accepted is not sent, and paid for, again after a restart. */
  pending: PendingAnswer
}

/** What a driver keeps about a question whose answer is not there yet, such as the id under which it can be fetched. */
export interface PendingAnswer {
  /** What an earlier attempt saved; null at the first. */
  readonly saved: JsonValue
  /** Stores it; resolves once it would survive the end of the process. */
  save(value: JsonValue): Promise<void>
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
  /** The host name of the site as the surface names it, used instead of that of `url`: for links that only redirect. */
  domain?: string | null
  /** `cited`: referred to in the answer. `retrieved`: only listed as a source by the surface. */
  kind: CitationKind
  /** Where the answer text refers to it; empty when the surface does not say. */
  spans: Span[]
}

/** The unparsed response as JSON, stored unchanged. */
export type RawAnswer = { [key: string]: JsonValue }
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** What an answer used, as counted by the provider; `inputTokens` and `outputTokens` include cached and reasoning tokens. */
export interface Usage {
  inputTokens: number | null
  outputTokens: number | null
  /** Web searches that are billed. */
  searches: number | null
}

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
  /** What the provider counted; a count is null when it is not reported. */
  usage: Usage | null
  /** As reported by the provider, in US dollars; null when it reports none. */
  costUsd: number | null
  /** Whether the answer was cut off, by a limit of length or because the provider paused; the text is what there was. */
  partial: boolean
  /** Kinds of items in the body that this version does not know, such as `output.program`; they were skipped. */
  unrecognized: string[]
}

/** What a provider reports of an answer that it charges for. */
export type Bill = Pick<ProviderAnswer, 'model' | 'usage' | 'costUsd'>

/**
 * Asks an answer engine. `ask` sends a question, which may cost money, and returns the response unchanged, so that it can be
 * stored before it is parsed; it throws {@link ProviderError} only. `read` parses the response into the common form. It is
 * pure, so that it can be repeated without asking again, and throws a {@link ProviderError} of kind `drift`.
 *
 * `redirects` lists the links of a response that only redirect to its sources, for a surface that gives such links. It is pure
 * too. The links are followed once, soon after the response was stored; from then on `read` finds the targets that were found
 * in `raw.redirects`, an object from link to target.
 */
export interface Driver {
  ask(question: Question): Promise<RawAnswer>
  read(raw: RawAnswer, question: Pick<Question, 'prompt' | 'location'>): ProviderAnswer
  redirects?(raw: RawAnswer): readonly string[]
}

/** What needs no configuration: reading stored responses. */
export type AnswerReader = Omit<Driver, 'ask'>

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
  /**
   * Whether it is of kind `retry` because of too many questions: the provider works. All questions to it wait then, which does not
   * count as a try.
   */
  readonly rateLimited: boolean
  /** Of an answer that was received and cannot be read: what it says of its cost, where that could be read. */
  readonly bill: Bill | null

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: { retryAfter?: number | null; rateLimited?: boolean; bill?: Bill | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ProviderError'
    this.kind = kind
    this.rateLimited = kind === 'retry' && (options.rateLimited ?? false)
    this.bill = options.bill ?? null
    this.retryAfter =
      options.retryAfter == null ? null : Math.min(Math.ceil(options.retryAfter), LONGEST_RETRY_AFTER)
  }
}
