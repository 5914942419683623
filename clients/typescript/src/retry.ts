/** Options of {@link retryingFetch}. */
export interface RetryOptions {
  /** Maximum number of further attempts; defaults to 4. */
  retries?: number
  /** Longest pause between two attempts, in milliseconds; defaults to a minute. A request that has to wait longer fails at once. */
  maximumPause?: number
}

/** Statuses after which the same request may succeed later. */
const TRANSIENT = new Set([429, 502, 503, 504])
/** Methods that may be repeated because a second request changes nothing more than the first one. */
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])
/** First pause without Retry-After, in milliseconds. It doubles with each attempt. */
const FIRST_PAUSE = 500

/**
 * Returns a `fetch` that repeats requests after network errors and after the statuses 429, 502, 503 and 504. It waits as long
 * as the header Retry-After says. A POST or PATCH is repeated only with an Idempotency-Key.
 */
export function retryingFetch(
  fetch: typeof globalThis.fetch,
  { retries = 4, maximumPause = 60_000 }: RetryOptions = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    const canRepeat = REPEATABLE.has(request.method) || request.headers.has('Idempotency-Key')
    for (let attempt = 0; ; attempt += 1) {
      const isLast = !canRepeat || attempt === retries
      // The body of a request can be read only once, so every attempt but the last one sends a copy.
      const response = await fetch(isLast ? request : request.clone()).catch((error: unknown) => {
        if (isLast || request.signal.aborted) throw error
        return null
      })
      if (response && (isLast || !TRANSIENT.has(response.status))) return response
      const pause = pauseAfter(response, attempt)
      if (response && pause > maximumPause) return response
      await response?.body?.cancel()
      await wait(Math.min(pause, maximumPause), request.signal)
    }
  }
}

/** Returns the pause before the next attempt, in milliseconds. */
function pauseAfter(response: Response | null, attempt: number): number {
  const seconds = Number(response?.headers.get('Retry-After') ?? Number.NaN)
  // The random part prevents clients that failed together from coming back together.
  return Number.isFinite(seconds) ? seconds * 1_000 : FIRST_PAUSE * 2 ** attempt * (0.5 + Math.random() / 2)
}

/**
 * Waits for a number of milliseconds.
 * @throws the reason of the signal, if it is aborted before
 */
export function wait(milliseconds: number, signal?: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
