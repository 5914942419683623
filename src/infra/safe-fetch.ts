import { TaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel'
import type { buildConnector as Connectors, Response } from 'undici'
import { parseUrl } from '../definitions/parse-url.ts'
import { OutboundError } from './outbound-error.ts'
import {
  canonicalAddress,
  createTargetRules,
  getPort,
  type TargetOptions,
  type TargetRules,
} from './outbound-targets.ts'

/** Options of a {@link SafeFetch}. */
export interface SafeFetchOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Time limit for the whole call, including redirects, in milliseconds. */
  timeout: number
  /** Maximum number of bytes of the decompressed body; a larger body is an error. With 0, the body is not read. */
  maxBytes: number
  /** Maximum number of redirects. With 0, a redirect is returned as the response. */
  redirects: number
  signal?: AbortSignal
}

/** Response after redirects. */
export interface SafeResponse {
  status: number
  /** Headers by name in lower case. */
  headers: Record<string, string>
  body: string
  /** URL of the last request. */
  url: string
}

/**
 * Sends a request to a URL from a user.
 * @throws {OutboundError} for any failure, including an exceeded limit
 */
export type SafeFetch = (url: string, options: SafeFetchOptions) => Promise<SafeResponse>

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Time limit for resolving a name in {@link createTargetCheck}, in milliseconds. */
const lookupTimeout = timeout(2_000, TimeoutStrategy.Aggressive)

/**
 * Creates a fetch function for URLs from users (webhooks, websites). It reaches only ports 80 and 443 of the public internet and
 * the `host:port` pairs in `allow`. The address of every connection is checked, including after redirects.
 */
export function createSafeFetch(targets: TargetOptions): SafeFetch {
  const rules = createTargetRules(targets)
  // With `pipelining: 0`, each connection is closed after one request. Proxies are not used, because a proxy would connect to
  // unchecked addresses. The library is imported on demand, because it would slow down every start.
  const openClient = async () => {
    // The bundle has only the default export of libraries in the old module format.
    const {
      default: { Agent, buildConnector, fetch },
    } = await import('undici')
    return {
      fetch,
      dispatcher: new Agent({ connect: createCheckedConnector(rules, buildConnector), pipelining: 0 }),
    }
  }
  let client: ReturnType<typeof openClient> | undefined

  return async (address, { timeout, redirects, signal, ...options }) => {
    const late = AbortSignal.timeout(timeout)
    const stop = signal ? AbortSignal.any([signal, late]) : late
    let url = absoluteUrl(address)
    let request: HopOptions = options
    client ??= openClient()
    const { fetch, dispatcher } = await client
    try {
      for (let hop = 0; ; hop += 1) {
        // The connector cannot check the scheme and the credentials.
        rules.check(url)
        const { method = 'GET', headers = {}, body = null } = request
        const response = await fetch(url, {
          method,
          headers,
          body,
          dispatcher,
          redirect: 'manual',
          signal: stop,
        })
        const next = redirects > 0 ? parseLocation(response, url) : null
        if (!next) return await readResponse(response, url, options.maxBytes)
        await response.body?.cancel()
        if (hop >= redirects)
          throw new OutboundError('network', `The request was redirected more than ${redirects} times.`)
        request = redirectRequest(request, response.status, next.origin === url.origin)
        url = next
      }
    } catch (error) {
      throw toOutboundError(error, late, timeout)
    }
  }
}

/**
 * Creates a check for URLs that are stored for later requests. It returns false for a URL that {@link SafeFetch} would refuse. It
 * returns true if the name cannot be resolved at the moment, because every later connection is checked again. With `https`, it
 * also returns false for plain http, except for targets in `allow`.
 */
export function createTargetCheck(
  targets: TargetOptions,
): (address: string, options?: { https?: boolean }) => Promise<boolean> {
  const rules = createTargetRules(targets)
  return async (address, { https = false } = {}) => {
    try {
      const url = absoluteUrl(address)
      rules.check(url)
      if (rules.isListed(url)) return true
      if (https && url.protocol !== 'https:') return false
      await lookupTimeout.execute(() => rules.resolve(url.hostname, 443))
      return true
    } catch (error) {
      if (error instanceof TaskCancelledError) return true
      if (error instanceof OutboundError) return error.kind !== 'refused'
      throw error
    }
  }
}

type HopOptions = Pick<SafeFetchOptions, 'method' | 'headers' | 'body'>

/** Creates a connector that checks all connections. A check in `lookup` alone would not apply to literal addresses. */
function createCheckedConnector(rules: TargetRules, buildConnector: typeof Connectors): Connectors.connector {
  return (options, callback) => {
    rules.resolve(options.hostname, getPort(options)).then(
      (addresses) => {
        const checked = new Set(addresses.map(({ address }) => canonicalAddress(address)))
        const connect = buildConnector({
          autoSelectFamily: true,
          // Makes the socket connect to the checked addresses, so that the name is not resolved again.
          lookup: (_, { all }, done) => {
            const [first] = addresses
            if (all || !first) done(null, addresses)
            else done(null, first.address, first.family)
          },
        })
        connect(options, (...[error, socket]) => {
          if (error) return callback(error, null)
          if (!checked.has(canonicalAddress(socket.remoteAddress ?? ''))) {
            socket.destroy()
            return callback(new OutboundError('refused', 'The connection reached another address.'), null)
          }
          callback(null, socket)
        })
      },
      (error) => callback(error, null),
    )
  }
}

function absoluteUrl(address: string): URL {
  const url = parseUrl(address)
  if (!url) throw new OutboundError('refused', 'The URL must be absolute.')
  return url
}

function parseLocation(response: Response, from: URL): URL | null {
  const location = response.headers.get('location')
  if (!REDIRECTS.has(response.status) || location === null) return null
  const url = parseUrl(location, from.href)
  if (!url) throw new OutboundError('network', 'The URL of a redirect is invalid.')
  return url
}

/**
 * Returns the request to send after a redirect. A POST becomes a GET, except after 307 and 308 (RFC 9110 §15.4). Credentials
 * are removed if the origin changes.
 */
function redirectRequest(request: HopOptions, status: number, sameOrigin: boolean): HopOptions {
  const keeps = status === 307 || status === 308 || request.method === undefined || request.method === 'HEAD'
  const dropped = [
    ...(sameOrigin ? [] : ['authorization', 'cookie']),
    ...(keeps ? [] : ['content-type', 'content-length']),
  ]
  const headers = Object.fromEntries(
    Object.entries(request.headers ?? {}).filter(([name]) => !dropped.includes(name.toLowerCase())),
  )
  return keeps ? { ...request, headers } : { method: 'GET', headers }
}

async function readResponse(response: Response, url: URL, maxBytes: number): Promise<SafeResponse> {
  const { status } = response
  const headers = Object.fromEntries(response.headers)
  if (maxBytes === 0) {
    await response.body?.cancel()
    return { status, headers, body: '', url: url.href }
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // An error thrown in the loop cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) {
      throw new OutboundError('too_large', `The body is larger than ${maxBytes} bytes.`)
    }
    chunks.push(chunk)
  }
  const body = decode(Buffer.concat(chunks), headers['content-type'] ?? '')
  return { status, headers, body, url: url.href }
}

/** Decodes a body with the character set in its header, or as UTF-8 if the set is missing or unknown. */
function decode(bytes: Uint8Array, contentType: string): string {
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Converts an error of fetch, which may wrap an error of the connector several times. */
function toOutboundError(error: unknown, late: AbortSignal, timeout: number): OutboundError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause
  }
  if (late.aborted) return new OutboundError('timeout', `There was no response within ${timeout} ms.`)
  return new OutboundError('network', `The request failed: ${findReason(error)}`, { cause: error })
}

function findReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  // The messages of socket errors are not used, because they contain the resolved address.
  return typeof code === 'string' ? code : 'no valid HTTP response'
}
