import { setTimeout as wait } from 'node:timers/promises'
import { Agent, buildConnector, fetch, type Response } from 'undici'
import { OutboundError } from './outbound-error.ts'
import { canonicalAddress, createTargetRules, type TargetRules } from './outbound-targets.ts'

/** Options of a {@link SafeFetch}. */
export interface SafeFetchOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Time limit in milliseconds of the whole call with all its redirects. */
  timeout: number
  /** Maximum size of the body after decompression; a larger one is an error of kind `too_large`. With 0 the body is not read. */
  maximumBytes: number
  /** Maximum number of redirects; with 0 a redirect is returned as the response. */
  redirects: number
  signal?: AbortSignal
}

/** The response to a {@link SafeFetch}, after its redirects. */
export interface SafeResponse {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
  /** The URL of the last request, after redirects. */
  url: string
}

/** @throws {OutboundError} for everything that is not an HTTP response within the limits */
export type SafeFetch = (url: string, options: SafeFetchOptions) => Promise<SafeResponse>

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** How long {@link createTargetCheck} waits for a name to be resolved, in milliseconds. */
const LOOKUP_TIMEOUT = 2_000

/**
 * Creates the fetch for addresses that callers gave (webhooks, sites). It reaches the ports 80 and 443 of the public internet,
 * and the `host:port` pairs in `allow`; the address of every connection is checked, also after redirects.
 */
export function createSafeFetch({ allow }: { allow: readonly string[] }): SafeFetch {
  const rules = createTargetRules({ allow })
  // Pipelining 0: each connection serves one request and is closed. No proxy is used: it would connect to unchecked addresses.
  const dispatcher = new Agent({ connect: checkedConnector(rules), pipelining: 0 })

  return async (address, { timeout, redirects, signal, ...options }) => {
    const late = AbortSignal.timeout(timeout)
    const stop = signal ? AbortSignal.any([signal, late]) : late
    let url = parseUrl(address)
    let request: HopOptions = options
    try {
      for (let hop = 0; ; hop += 1) {
        // Checked here too, because the connector does not see the scheme and the credentials.
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
        const next = redirects > 0 ? locationOf(response, url) : null
        if (!next) return await responseOf(response, url, options.maximumBytes)
        await response.body?.cancel()
        if (hop >= redirects)
          throw new OutboundError('network', `There were more than ${redirects} redirects.`)
        request = redirected(request, response.status, next.origin === url.origin)
        url = next
      }
    } catch (error) {
      throw outboundError(error, late, timeout)
    }
  }
}

/**
 * Creates a check for addresses that are stored for later requests: false for an address that {@link SafeFetch} would refuse,
 * true for others and when the name cannot be resolved now; every later connection is checked again. With `https`, plain http
 * is refused too, except to a listed host and port.
 */
export function createTargetCheck({
  allow,
}: {
  allow: readonly string[]
}): (address: string, options?: { https?: boolean }) => Promise<boolean> {
  const rules = createTargetRules({ allow })
  return async (address, { https = false } = {}) => {
    try {
      const url = parseUrl(address)
      rules.check(url)
      if (rules.isListed(url)) return true
      if (https && url.protocol !== 'https:') return false
      const stop = new AbortController()
      const timer = wait(LOOKUP_TIMEOUT, null, { signal: stop.signal }).catch(() => null)
      try {
        await Promise.race([rules.resolve(url.hostname, 443), timer])
      } finally {
        stop.abort()
      }
      return true
    } catch (error) {
      if (error instanceof OutboundError) return error.kind !== 'refused'
      throw error
    }
  }
}

type HopOptions = Pick<SafeFetchOptions, 'method' | 'headers' | 'body'>

/** Checks every connection, to names and to literal addresses: a check in `lookup` would not be called for the latter. */
function checkedConnector(rules: TargetRules): buildConnector.connector {
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
    rules.resolve(options.hostname, port).then(
      (addresses) => {
        const checked = new Set(addresses.map(({ address }) => canonicalAddress(address)))
        const connect = buildConnector({
          autoSelectFamily: true,
          // The socket connects to the checked addresses: the name is not resolved a second time.
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
            return callback(new OutboundError('refused', 'The connection went to another address.'), null)
          }
          callback(null, socket)
        })
      },
      (error) => callback(error, null),
    )
  }
}

function parseUrl(address: string): URL {
  if (!URL.canParse(address)) throw new OutboundError('refused', 'This is not an absolute URL.')
  return new URL(address)
}

function locationOf(response: Response, from: URL): URL | null {
  const location = response.headers.get('location')
  if (!REDIRECTS.has(response.status) || location === null) return null
  if (!URL.canParse(location, from)) throw new OutboundError('network', 'A redirect names no valid URL.')
  return new URL(location, from)
}

/**
 * The request after a redirect: a POST becomes a GET, except after 307 and 308 (RFC 9110 §15.4). Credentials are not sent to
 * another origin.
 */
function redirected(request: HopOptions, status: number, sameOrigin: boolean): HopOptions {
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

async function responseOf(response: Response, url: URL, maximumBytes: number): Promise<SafeResponse> {
  const { status } = response
  const headers = Object.fromEntries(response.headers)
  if (maximumBytes === 0) {
    await response.body?.cancel()
    return { status, headers, body: '', url: url.href }
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Throwing out of the loop cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maximumBytes) {
      throw new OutboundError('too_large', `The body is larger than ${maximumBytes} bytes.`)
    }
    chunks.push(chunk)
  }
  const body = decode(Buffer.concat(chunks), headers['content-type'] ?? '')
  return { status, headers, body, url: url.href }
}

/** Decodes a body in the character set of its header; as UTF-8 when there is none or an unknown one. */
function decode(bytes: Uint8Array, contentType: string): string {
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** The error to throw; fetch wraps what the connector throws, sometimes more than once. */
function outboundError(error: unknown, late: AbortSignal, timeout: number): OutboundError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundError) return cause
  }
  if (late.aborted) return new OutboundError('timeout', `There was no response within ${timeout} ms.`)
  return new OutboundError('network', `The request failed: ${reasonOf(error)}`, { cause: error })
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  // Only the code: messages of socket errors contain the resolved address.
  return typeof code === 'string' ? code : 'no valid HTTP response'
}
