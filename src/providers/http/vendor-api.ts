import { type JsonValue, ProviderError } from '../../core/provider-port/driver.ts'
import { type ErrorReader, failureOf, withoutSecrets } from './http-failure.ts'
import { type HttpAnswer, sendRequest } from './send-request.ts'

/** A request with its response, as stored: without keys, and with the body as text. */
export type Exchange = {
  request: { url: string; body: JsonValue }
  httpStatus: number
  headers: Record<string, string>
  body: string
}

/** Generous, because answers with many searches take minutes. */
const LIMITS = { timeout: 170_000, maximumBody: 8 * 1024 * 1024 }

/** An API client for one vendor with its credentials. */
export interface VendorApi {
  /**
   * Sends a request and returns the exchange. The response has status 2xx, but its body may be unexpected, because it
   * is stored before it is parsed.
   * @param call.path path below the base URL, with a leading slash
   * @param call.query sent, and stored with the URL
   * @param call.hiddenQuery sent, but never stored
   * @param call.accept statuses other than 2xx that are not failures
   * @throws {ProviderError} for any other status, a network error, or an HTML page
   */
  call(call: {
    method?: 'GET' | 'POST'
    path: string
    query?: Record<string, string>
    hiddenQuery?: Record<string, string>
    body?: JsonValue
    accept?: readonly number[]
    signal: AbortSignal
  }): Promise<Exchange>
}

/**
 * Creates an API client for one vendor.
 * @param options.version version segment such as `v1`, appended to `baseUrl` unless it already ends with it
 * @param options.limits milliseconds from connecting to the last byte, and maximum bytes of the body
 * @param options.secrets replaced with `[key]` in everything returned or thrown
 */
export function createVendorApi({
  baseUrl,
  version = null,
  headers = {},
  secrets,
  readError,
  limits = LIMITS,
}: {
  baseUrl: string
  version?: string | null
  headers?: Record<string, string>
  secrets: readonly string[]
  readError?: ErrorReader
  limits?: typeof LIMITS
}): VendorApi {
  const failures = { secrets, ...(readError && { readError }) }
  return {
    async call({ method = 'POST', path, query = {}, hiddenQuery = {}, body, accept = [], signal }) {
      const url = addressBelow(baseUrl, version, path)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      // Drop the query of the configured URL, because it may contain a key.
      const stored = new URL(url.pathname, url.origin)
      for (const [name, value] of Object.entries(query)) stored.searchParams.set(name, value)
      for (const [name, value] of Object.entries(hiddenQuery)) url.searchParams.set(name, value)
      const answer = await sendRequest({ method, url: url.href, headers, body, signal, ...limits })
      const expected = (answer.status >= 200 && answer.status <= 299) || accept.includes(answer.status)
      if (!expected) throw failureOf(answer, failures)
      if (isPage(answer))
        throw new ProviderError('retry', `HTTP ${answer.status}: an HTML page instead of JSON`)
      return {
        request: { url: stored.href, body: body ?? null },
        httpStatus: answer.status,
        headers: Object.fromEntries(
          Object.entries(answer.headers).map(([name, value]) => [name, withoutSecrets(value, secrets)]),
        ),
        body: withoutSecrets(answer.body, secrets),
      }
    },
  }
}

function addressBelow(baseUrl: string, version: string | null, path: string): URL {
  const url = new URL(baseUrl)
  const folder = url.pathname.replace(/\/+$/, '')
  const prefix = version === null || folder.endsWith(`/${version}`) ? folder : `${folder}/${version}`
  url.pathname = `${prefix}${path}`
  return url
}

/** Returns whether the response is an HTML page, sent by a proxy or during maintenance. */
function isPage({ headers, body }: HttpAnswer): boolean {
  return /^\s*</.test(body) && !headers['content-type']?.includes('json')
}
