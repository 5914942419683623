import { TaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel'
import { ProviderError } from '../../core/provider-port/driver.ts'

/** An HTTP response as received, with any status. */
export interface HttpAnswer {
  status: number
  /** Headers that are stored with the answer, with lower-case names. They contain no secrets. */
  headers: Record<string, string>
  body: string
}

interface HttpRequest {
  method?: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  /** Sent as JSON; if undefined, the request has no body. */
  body?: unknown
  signal: AbortSignal
  /** Time limit in milliseconds, from connecting to the last byte of the body. */
  timeout: number
  /** Maximum size of the decoded body in bytes. */
  maximumBody: number
}

const STORED_HEADERS = new Set([
  'content-type',
  'date',
  'location',
  'openai-processing-ms',
  'request-id',
  'retry-after',
  'retry-after-ms',
  'x-request-id',
])

/**
 * Sends a request and returns the response with its body as text. Returns redirects instead of following them, so the
 * API key is not sent to another host. Does not retry: the job queue does that, and its retries survive a restart.
 *
 * @throws {ProviderError} of kind `retry` for network errors, for a timeout (its `cause` is then a TimeoutError), and
 *   for a canceled question (its `cause` is then the signal's reason); of kind `drift` for a body that is too large
 */
export async function sendRequest(request: HttpRequest): Promise<HttpAnswer> {
  const limit = timeout(request.timeout, TimeoutStrategy.Aggressive)
  try {
    return await limit.execute(({ signal }) => send(request, signal), request.signal)
  } catch (error) {
    if (error instanceof ProviderError) throw error
    if (request.signal.aborted) {
      throw new ProviderError('retry', 'the question was canceled', { cause: request.signal.reason })
    }
    // Not `isTaskCancelledError`, which in cockatiel 3.2.1 returns false for every TaskCancelledError.
    if (error instanceof TaskCancelledError) {
      const message = `no complete answer within ${request.timeout / 1000} s`
      throw new ProviderError('retry', message, { cause: new DOMException(message, 'TimeoutError') })
    }
    throw new ProviderError('retry', `no connection: ${networkReason(error)}`, { cause: error })
  }
}

async function send(
  { method = 'POST', url, headers, body, maximumBody }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal,
  })
  return {
    status: response.status,
    headers: storedHeaders(response.headers),
    body: await readBody(response, maximumBody),
  }
}

function storedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].filter(
      ([name]) =>
        STORED_HEADERS.has(name) ||
        name.startsWith('x-ratelimit-') ||
        name.startsWith('anthropic-ratelimit-'),
    ),
  )
}

async function readBody(response: Response, largest: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  if (!response.body) return ''
  for await (const chunk of response.body) {
    size += chunk.byteLength
    // Throwing out of the loop cancels the body, which closes the connection.
    if (size > largest) throw new ProviderError('drift', `the answer is larger than ${largest} bytes`)
    chunks.push(chunk)
  }
  // Joining decoded parts instead would block the event loop for longer when the text is first read.
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/**
 * Returns the reason of a network error, such as `ECONNREFUSED`. The message of a fetch error is always "fetch
 * failed".
 */
export function networkReason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause ? String(cause.code) : cause.message
}
