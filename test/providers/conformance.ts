import type {
  AnswerCitation,
  ProviderAnswer,
  ProviderErrorKind,
  ProviderFault,
} from '../../src/core/provider-port/driver.ts'

// What each driver provides for the shared tests in conformance.test.ts. The bodies are made up in the vendor's
// format.

export interface WireRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | undefined>>
  /** Parsed body; null if there was none. */
  body: unknown
}

/** The server's reply. A `body` that is not a string is sent as JSON. */
export interface WireReply {
  status?: number
  headers?: Record<string, string>
  body: unknown
}

export type WireServer = (request: WireRequest) => WireReply

/** The test cases of one driver, or of one of its surfaces. */
export interface Conformance {
  /** Entry of PROVIDERS_FILE, without `id` and `baseUrl`. */
  entry: { driver: string; model?: string; apiKeyEnv?: string; options?: object }
  /** Its credentials. These values must never be stored or shown. */
  environment: Readonly<Record<string, string>>
  /** A country that the vendor rejects, if there is a list. The driver rejects it before a question is paid for. */
  refusedLocation?: string
  /**
   * Serves the whole exchange that ends with this body, which the driver stores as `body`. By default, every request
   * gets the body.
   */
  serve?: (body: unknown) => WireServer
  /** The last request that the driver sends for a question from Germany. Matchers may omit irrelevant fields. */
  request: {
    method: string
    path: string
    body?: unknown
    headers?: Record<string, string>
    query?: Record<string, string>
  }
  /** At least one with status `ok`, plus every other status and format of the vendor. */
  answers: readonly { name: string; body: object; expected: Partial<ProviderAnswer> }[]
  /** The vendor's errors: which reply, or exchange, becomes which kind. */
  failures: readonly {
    name: string
    reply: WireReply | WireServer
    expected: {
      kind: ProviderErrorKind
      fault?: ProviderFault | null
      retryAfter?: number | null
      /** A matcher for the message. */
      message?: unknown
    }
  }[]
  /** Returns whether a parsed span refers to its citation, given the text at the span. */
  spanShows(slice: string, citation: AnswerCitation): boolean
  /** Captured bodies, with paths relative to the folder of captures, and the expected result of parsing them. */
  captured: readonly CapturedBody[]
}

/** A captured body with the expected result of parsing it. */
export interface CapturedBody {
  file: string
  /** Extracts the body from the file; the whole file by default. */
  bodyIn?: (content: unknown) => unknown
  expected: {
    status: ProviderAnswer['status']
    /** First characters of the text. */
    begins: string
    /** Length of the text in UTF-16 units. */
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
