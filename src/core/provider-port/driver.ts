import type {
  AnswerStatus,
  CitationKind,
  LocationApplied,
  PlacementKind,
  SearchMode,
  Surface,
} from '../../definitions/vocabulary.ts'
import type { Asker } from './asker.ts'

export type { AnswerStatus, LocationApplied, Surface }

/**
 * Version of the parsing of all drivers. Raise it when a driver parses a stored response differently, so that
 * operators know which answers a re-extraction would parse again.
 */
export const PARSER_VERSION = 3

/** A question to one surface. */
export interface Question {
  prompt: string
  /** A country, optionally with a language and a city; see definitions/countries/location.ts. */
  location: string
  /** What the surface is told about the person who asks; null for nothing. */
  persona: string | null
  /** 1-based. */
  replicate: number
  askedAt: Date
  signal: AbortSignal
  /** State for asynchronous APIs, so that a restart does not send (and pay for) an accepted question again. */
  pending: PendingAnswer
}

/** What a driver stores about a question while its answer is pending, such as the id to fetch it with. */
export interface PendingAnswer {
  /** The value saved by an earlier attempt; null on the first attempt. */
  readonly saved: JsonValue
  /** Stores the value. Resolves once it would survive a crash of the process. */
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
  /** Host name of the site as reported by the surface. Replaces the host of `url` if `url` is only a redirect. */
  domain?: string | null
  /** `cited`: the answer refers to it. `retrieved`: the surface only lists it as a source. */
  kind: CitationKind
  /** Where the answer text refers to it; empty if the surface does not say. */
  spans: Span[]
}

/** A card that the surface showed next to the text of an answer. */
export interface Placement {
  kind: PlacementKind
  title: string
  /** As the vendor names it; null if it does not. */
  brand: string | null
  seller: string | null
  /** Amount in `currency`; null if the card shows none, or a range. */
  price: number | null
  /** ISO 4217; null if it is not clear. */
  currency: string | null
  url: string | null
  /** 1-based, among the cards of the same kind. */
  position: number
}

/** The unparsed response as JSON, stored unchanged. */
export type RawAnswer = { [key: string]: JsonValue }
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** Usage as counted by the provider. `inputTokens` and `outputTokens` include cached and reasoning tokens. */
export interface Usage {
  inputTokens: number | null
  outputTokens: number | null
  /** Billed web searches. */
  searches: number | null
}

/** What a driver parses from a response. */
export interface DriverAnswer {
  status: Exclude<AnswerStatus, 'failed'>
  surface: Surface
  locationApplied: LocationApplied
  model: { requested: string | null; reported: string | null }
  /** Markdown as received; empty unless the status is `ok` or `refused`. */
  text: string
  citations: AnswerCitation[]
  searchQueries: string[]
  /** Whether the surface searched the web; null if it does not say. */
  searched: boolean | null
  /** Usage counted by the provider; null if not reported. */
  usage: Usage | null
  /** US dollars as reported by the provider; null if not reported. */
  costUsd: number | null
  /**
   * Whether the answer was cut off, either by a length limit or because the provider paused. The text then ends
   * early.
   */
  partial: boolean
  /** Cards that the surface showed next to the text; empty for surfaces without cards. */
  placements?: readonly Placement[]
  /** Kinds of items that the parser does not know and skipped, such as `output.program`. */
  unrecognized: string[]
}

/** An answer in the format shared by all surfaces. */
export interface ProviderAnswer extends DriverAnswer {
  placements: readonly Placement[]
  /** What the question requested; null for answers of older versions, simulations and recordings. */
  searchMode: SearchMode | null
  /** What the surface knew about the asker; null for answers of older versions, simulations and recordings. */
  asker: Asker | null
  /** How the surface received the language of the location; null if the location has none. */
  languageApplied: LocationApplied | null
  /** How the surface received the city of the location; null if the location has none. */
  cityApplied: LocationApplied | null
}

/** Model, usage and cost that a provider reports for an answer it charges for. */
export type Bill = Pick<ProviderAnswer, 'model' | 'usage' | 'costUsd'>

/**
 * Asks an answer engine.
 *
 * `ask` sends a question, which may cost money. It returns the response unchanged, so that it can be stored before it
 * is parsed, and throws only {@link ProviderError}.
 *
 * `read` parses the response into the common format. It is pure, so it can run again without asking again. It throws
 * a {@link ProviderError} of kind `drift` if the format is unknown.
 *
 * `redirects` is for surfaces that link to their sources through redirects, and returns these links. It is pure too.
 * The links are followed once, soon after the response was stored. From then on, `read` finds the targets in
 * `raw.redirects`, an object from link to target.
 */
export interface Driver {
  ask(question: Question): Promise<RawAnswer>
  read(raw: RawAnswer, question: Pick<Question, 'prompt' | 'location'>): ProviderAnswer
  redirects?(raw: RawAnswer): readonly string[]
}

/** The part of a driver that needs no configuration: parsing stored responses. */
export type AnswerReader = Omit<Driver, 'ask'>

/**
 * How to react to a failure:
 * - `retry`: ask again later, after `retryAfter` if it is set.
 * - `stop`: a fault that every further question would meet until an operator removes it, see {@link ProviderFault}.
 * - `location_unsupported` and `invalid`: the surface cannot answer this question.
 * - `drift`: the body does not have the expected format, perhaps because the vendor changed it.
 */
export type ProviderErrorKind = 'retry' | 'stop' | 'location_unsupported' | 'invalid' | 'drift'

/**
 * What an operator has to change after an error of kind `stop`:
 * - `account`: the credentials, the access they give, or the quota.
 * - `model`: the configured model, which does not exist, was retired, or is not open to this account.
 * - `size`: the configured size of answers, or the prompt. Other prompts may still work.
 * - `api`: the version of the API, which was retired.
 */
export const PROVIDER_FAULTS = ['account', 'model', 'size', 'api'] as const
export type ProviderFault = (typeof PROVIDER_FAULTS)[number]

/**
 * The longest pause that a provider can request, in milliseconds. A longer pause, sent by mistake or computed with a
 * wrong clock, would hold up a whole analysis. If the provider is asked again too early, it only refuses again, which
 * costs nothing.
 */
export const MAX_RETRY_AFTER = 10 * 60_000

/** A failure of a provider. The message is shown to users and contains no credentials. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  /**
   * Requested pause in whole milliseconds, at most {@link MAX_RETRY_AFTER}; null if the provider did not request
   * one.
   */
  readonly retryAfter: number | null
  /**
   * Whether the provider works but received too many questions (always of kind `retry`). All its questions wait then,
   * and the attempt does not count.
   */
  readonly rateLimited: boolean
  /** What to change; null unless the kind is `stop`. */
  readonly fault: ProviderFault | null
  /** What an unparsable response says about its cost, as far as that could be read. */
  readonly bill: Bill | null

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: {
      retryAfter?: number | null
      rateLimited?: boolean
      /** Defaults to `account` for errors of kind `stop`. */
      fault?: ProviderFault | null
      bill?: Bill | null
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ProviderError'
    this.kind = kind
    this.rateLimited = kind === 'retry' && (options.rateLimited ?? false)
    this.fault = kind === 'stop' ? (options.fault ?? 'account') : null
    this.bill = options.bill ?? null
    this.retryAfter =
      options.retryAfter == null ? null : Math.min(Math.ceil(options.retryAfter), MAX_RETRY_AFTER)
  }
}
