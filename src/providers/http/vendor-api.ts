import { type JsonValue, ProviderError } from '../driver.ts'
import { type ErrorReader, failureOf, withoutSecrets } from './http-failure.ts'
import { type HttpAnswer, sendRequest } from './send-request.ts'

/** A request with its response, as stored: without keys, and with the body as text. */
export type Exchange = {
  request: { url: string; body: JsonValue }
  httpStatus: number
  headers: Record<string, string>
  body: string
}

/** Answers with many searches take minutes. */
const LIMITS = { timeout: 170_000, maximumBody: 8 * 1024 * 1024 }

/** One vendor's API with its credentials. */
export interface VendorApi {
  /**
   * Sends a request and returns the exchange of a response with status 2xx, whose body need not be what the driver expects: it is
   * stored before it is read.
   * @param call.path below the base address, beginning with a slash
   * @param call.query is stored with the address
   * @param call.hiddenQuery is sent, and never stored
   * @param call.accept statuses besides 2xx that are no failure
   * @throws {ProviderError} for any other status, the network, and a page of HTML
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
 * Creates the client of one vendor's API.
 * @param options.version the segment such as `v1` that paths are below; added to a `baseUrl` that does not end with it
 * @param options.limits milliseconds from connecting to the last byte, and bytes of the body
 * @param options.secrets replaced by `[key]` in everything that is returned and thrown
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
      // The query of the configured address may contain a key.
      const stored = new URL(url.pathname, url.origin)
      for (const [name, value] of Object.entries(query)) stored.searchParams.set(name, value)
      for (const [name, value] of Object.entries(hiddenQuery)) url.searchParams.set(name, value)
      const answer = await sendRequest({ method, url: url.href, headers, body, signal, ...limits })
      const expected = (answer.status >= 200 && answer.status <= 299) || accept.includes(answer.status)
      if (!expected) throw failureOf(answer, failures)
      if (isPage(answer))
        throw new ProviderError('retry', `HTTP ${answer.status}: a page of HTML instead of JSON`)
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

/** A page of a proxy or of maintenance: nothing was answered. */
function isPage({ headers, body }: HttpAnswer): boolean {
  return /^\s*</.test(body) && !headers['content-type']?.includes('json')
}
