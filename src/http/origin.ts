import type { IncomingHttpHeaders } from 'node:http'

/** The address of an installation. */
export interface Site {
  /** PUBLIC_URL, such as `https://brands.example.com`; null when it is not set. */
  publicUrl: string | null
  /** Whether it listens on a loopback address. */
  loopback: boolean
}

/** Whether a host is a name or address of the machine itself, such as `localhost`, `127.0.0.1`, `::1` and `[::1]`. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}

/**
 * Whether a request with this header Host is meant for the installation. This stops DNS rebinding: a page of another site
 * can let its own name resolve to a private address, but its requests still carry that name as Host.
 * With a public URL only its host is allowed; without one, on a loopback address, any loopback name with any port; on any
 * other address every host, because a proxy in front decides.
 */
export function hostAllowed(host: string | null | undefined, { publicUrl, loopback }: Site): boolean {
  if (publicUrl !== null) {
    const scheme = publicUrl.startsWith('https:') ? 'https:' : 'http:'
    return publicUrl === `${scheme}//${host}` || originOf(scheme, host) === publicUrl
  }
  if (!loopback) return true
  return isLoopback(host?.replace(/:\d{1,5}$/, '') ?? '')
}

/**
 * Whether a page of this Origin may use its visitor's session: only pages of the public URL, or, without one, of the Host
 * that the request was sent to. A request without Origin may not.
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
  // The scheme is that of the page, because a proxy may have terminated TLS.
  const scheme = /^https?:/.exec(origin)?.[0]
  return scheme !== undefined && originOf(scheme, host) === origin
}

/**
 * Whether a page of this Origin may send requests with a key where pages of other sites may not: the pages of
 * {@link originAllowed} and, on a loopback address without a public URL, those that the machine itself serves on any port.
 */
export function pageAllowed({
  host,
  origin,
  publicUrl,
  loopback,
}: Site & { host: string | undefined; origin: string | undefined }): boolean {
  if (originAllowed({ host, origin, publicUrl })) return true
  if (publicUrl !== null || !loopback || !origin || !URL.canParse(origin)) return false
  return isLoopback(new URL(origin).hostname)
}

/**
 * Whether a page that answers a request with these headers may hold a key of the demo: only where {@link hostAllowed} knows the
 * installation's own names, and without a public URL not for what a proxy passed on, because its clients may be anywhere.
 */
export function pageMayHoldKey(headers: IncomingHttpHeaders, { publicUrl, loopback }: Site): boolean {
  if (publicUrl !== null) return true
  return loopback && !('x-forwarded-for' in headers) && !('forwarded' in headers)
}

/** The origin of a host as browsers write it: in lower case, without the default port of the scheme. */
function originOf(scheme: string, host: string | null | undefined): string | null {
  if (!host || /[\s/?#@\\]/.test(host)) return null
  const address = `${scheme}//${host}`
  return URL.canParse(address) ? new URL(address).origin : null
}
