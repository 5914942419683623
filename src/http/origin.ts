import type { IncomingHttpHeaders } from 'node:http'
import { parseUrl } from '../definitions/parse-url.ts'

/** Address of an installation. */
export interface Site {
  /** Value of PUBLIC_URL, such as `https://brands.example.com`; null if unset. */
  publicUrl: string | null
  /** Whether the server listens on a loopback address. */
  loopback: boolean
}

/** Whether a host is a loopback name or address: `localhost`, `127.0.0.1`, `::1` or `[::1]`. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}

/**
 * Checks the header Host to prevent DNS rebinding. In such an attack, the domain of another site resolves to a private address,
 * but requests of its pages still have that domain as Host. If PUBLIC_URL is set, only its host is allowed. Otherwise, a
 * server on a loopback address allows loopback hosts with any port. A server on any other address allows every host, because
 * the proxy in front of it has to check the header.
 */
export function hostAllowed(host: string | null | undefined, { publicUrl, loopback }: Site): boolean {
  if (publicUrl !== null) {
    const scheme = publicUrl.startsWith('https:') ? 'https:' : 'http:'
    return publicUrl === `${scheme}//${host}` || toOrigin(scheme, host) === publicUrl
  }
  if (!loopback) return true
  return isLoopback(host?.replace(/:\d{1,5}$/, '') ?? '')
}

/**
 * Whether a page with this Origin may use the visitor's session. Only pages of PUBLIC_URL may, or pages of the requested Host
 * if PUBLIC_URL is unset. Requests without Origin may not use a session.
 */
export function originAllowed({
  host,
  origin,
  publicUrl,
}: {
  host: string | null | undefined
  origin: string | null | undefined
  publicUrl: string | null
}): boolean {
  if (!origin) return false
  if (publicUrl !== null) return origin === publicUrl
  // The scheme comes from the page, because a proxy may have terminated TLS.
  const scheme = /^https?:/.exec(origin)?.[0]
  return scheme !== undefined && toOrigin(scheme, host) === origin
}

/**
 * Whether a page with this Origin may send requests with a key to an endpoint that is closed to other sites. The pages of
 * {@link originAllowed} may. Without PUBLIC_URL, a server on a loopback address also allows pages from any loopback port.
 */
export function pageAllowed({
  host,
  origin,
  publicUrl,
  loopback,
}: Site & { host: string | undefined; origin: string | undefined }): boolean {
  if (originAllowed({ host, origin, publicUrl })) return true
  if (publicUrl !== null || !loopback || !origin) return false
  const url = parseUrl(origin)
  return url !== null && isLoopback(url.hostname)
}

/**
 * Whether the page in the response to a request may contain a demo key. This needs a strict check of the Host: see
 * {@link hostAllowed}. Without PUBLIC_URL, requests through a proxy get no key, because the client may be on another machine.
 */
export function pageMayHoldKey(headers: IncomingHttpHeaders, { publicUrl, loopback }: Site): boolean {
  if (publicUrl !== null) return true
  return loopback && !('x-forwarded-for' in headers) && !('forwarded' in headers)
}

/** Returns the origin of a host as browsers write it: in lower case and without the default port. Null for an invalid host. */
function toOrigin(scheme: string, host: string | null | undefined): string | null {
  if (!host || /[\s/?#@\\]/.test(host)) return null
  return parseUrl(`${scheme}//${host}`)?.origin ?? null
}
