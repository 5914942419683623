import { ProviderError } from './driver.ts'

/** An HTTP response as received, whatever its status. */
export interface HttpAnswer {
  status: number
  /** The headers worth keeping, names in lower case; none of them carries a secret. */
  headers: Record<string, string>
  body: string
}

interface JsonRequest {
  url: string
  headers: Record<string, string>
  body: unknown
  signal: AbortSignal
  /** Milliseconds for everything, from connecting to the last byte of the body. */
  timeout: number
  /** Bytes of the decoded body. */
  largestBody: number
}

const KEPT_HEADERS = new Set([
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
 * Posts JSON and returns the response with its whole body as text, not parsed. Redirects are returned, not followed: a POST with
 * a key must not wander. Throws a {@link ProviderError}: `retry` for the network, the timeout (then its `cause` is a TimeoutError) and the
 * asker giving up (then it is the signal's reason), `drift` for a body that is too large.
 */
export async function postJson(request: JsonRequest): Promise<HttpAnswer> {
  const { signal, timeout } = request
  // AbortSignal.any with AbortSignal.timeout may lose the timer to garbage collection on Node 20.
  const controller = new AbortController()
  const giveUp = () => controller.abort()
  const timer = setTimeout(giveUp, timeout)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    if (signal.aborted) giveUp()
    const response = await fetch(request.url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...request.headers },
      body: JSON.stringify(request.body),
      redirect: 'manual',
      signal: controller.signal,
    })
    return {
      status: response.status,
      headers: keptHeaders(response.headers),
      body: await readBody(response, request.largestBody),
    }
  } catch (error) {
    if (error instanceof ProviderError) throw error
    if (signal.aborted) throw new ProviderError('retry', 'given up by the asker', { cause: signal.reason })
    if (controller.signal.aborted) {
      const message = `no complete answer within ${timeout / 1000} s`
      throw new ProviderError('retry', message, { cause: new DOMException(message, 'TimeoutError') })
    }
    throw new ProviderError('retry', `no connection: ${networkReason(error)}`, { cause: error })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

function keptHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].filter(([name]) => KEPT_HEADERS.has(name) || name.startsWith('x-ratelimit-')),
  )
}

async function readBody(response: Response, largest: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  if (!response.body) return text
  for await (const chunk of response.body) {
    size += chunk.byteLength
    // Leaving the loop cancels the body, which closes the connection.
    if (size > largest) throw new ProviderError('drift', `the answer is larger than ${largest} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Why there was no connection, in a word: fetch hides it behind "fetch failed". */
export function networkReason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause ? String(cause.code) : cause.message
}
