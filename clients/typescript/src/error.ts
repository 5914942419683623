/** Body of an error response. */
export interface ErrorBody {
  error: { code: string; message: string }
  details?: { fieldErrors: Record<string, string> }
}

/** An error response of Answergraph. */
export class AnswergraphError extends Error {
  override readonly name = 'AnswergraphError'
  /** HTTP status. */
  readonly status: number
  /** Machine-readable code, such as `NOT_FOUND`; `UNKNOWN` if the response does not come from Answergraph. */
  readonly code: string
  /** What is wrong with each invalid field, by its path; empty if no field is invalid. */
  readonly fieldErrors: Readonly<Record<string, string>>
  /** Seconds to wait before another attempt; null if the response does not say. */
  readonly retryAfter: number | null
  /** Id to quote in support requests; null without one. */
  readonly requestId: string | null

  constructor(response: Response, body: unknown) {
    const { error, details } = (isObject(body) ? body : {}) as Partial<ErrorBody>
    super(error?.message ?? `The server responded with status ${response.status}.`)
    this.status = response.status
    this.code = error?.code ?? 'UNKNOWN'
    this.fieldErrors = details?.fieldErrors ?? {}
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
    this.retryAfter = Number.isFinite(seconds) ? seconds : null
    this.requestId = response.headers.get('X-Request-Id')
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
