import type { AnswerCitation, ProviderAnswer, ProviderErrorKind } from '../driver.ts'

// What a driver gives to be tested with all others: see conformance.test.ts. Bodies are made up, in the vendor's form.

/** A request as the server received it. */
export interface WireRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | undefined>>
  /** Parsed; null where there was none. */
  body: unknown
}

/** What the server replies; a `body` that is no text is sent as JSON. */
export interface WireReply {
  status?: number
  headers?: Record<string, string>
  body: unknown
}

export type WireServer = (request: WireRequest) => WireReply

/** The cases of one driver, or of one of its surfaces. */
export interface Conformance {
  /** Of PROVIDERS_FILE, without `id` and `baseUrl`. */
  entry: { driver: string; model?: string; apiKeyEnv?: string; options?: object }
  /** Its credentials: values that must never be stored or shown. */
  environment: Readonly<Record<string, string>>
  /** A country that the vendor is known to refuse, where a list is known: it is refused before a question is paid for. */
  refusedLocation?: string
  /** Serves the whole exchange that ends with this body, which the driver stores as `body`; by default every request gets it. */
  serve?: (body: unknown) => WireServer
  /** The request of a question from Germany, in what the driver sends last; a matcher may leave out what does not matter. */
  request: {
    method: string
    path: string
    body?: unknown
    headers?: Record<string, string>
    query?: Record<string, string>
  }
  /** At least one whose status is `ok`, and every other status and form that the vendor has. */
  answers: readonly { name: string; body: object; expected: Partial<ProviderAnswer> }[]
  /** The vendor's own errors: what status and body, or what exchange, become which kind. */
  failures: readonly {
    name: string
    reply: WireReply | WireServer
    expected: { kind: ProviderErrorKind; retryAfter?: number | null }
  }[]
  /** Whether a span that was read shows its citation, given the text at it. */
  spanShows(slice: string, citation: AnswerCitation): boolean
  /** Captured bodies by their file below the folder of captures, with the figures of what must be read from them. */
  captured: readonly CapturedBody[]
}

/** A captured body, and what is read of it. */
export interface CapturedBody {
  file: string
  /** Where in the file the body is; the whole file by default. */
  bodyIn?: (content: unknown) => unknown
  expected: {
    status: ProviderAnswer['status']
    /** The first characters of the text, and its length in UTF-16 units. */
    begins: string
    length: number
    cited: number
    retrieved: number
    /** Number of spans of all citations. */
    spans: number
    searchQueries: readonly string[]
    searched: boolean | null
    usage: ProviderAnswer['usage']
    costUsd?: number | null
    model: string | null
    unrecognized?: readonly string[]
  }
}
