/** Where an installation is reached. */
export interface Site {
  /** The origin users know it by, such as `https://brands.example.com`; null when nobody said. */
  publicUrl: string | null
  /** Whether it listens on a loopback address. */
  loopback: boolean
}

/** True for the names and addresses of the machine itself, such as `localhost`, `127.0.0.1`, `::1` and `[::1]`. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}

/**
 * Whether a request with this header Host is meant for the installation. A page of another site can have its own name lead
 * to a private address (DNS rebinding), but cannot send another name than its own.
 * With a public URL, only its host is; without, on a loopback address, any loopback name with any port; else every host,
 * for then a proxy decides.
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
 * Whether a page of this Origin may use the session of the member who looks at it: only a page of the installation's own,
 * of its public URL, or, without one, of the Host the request was sent to. A request without Origin may not.
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
  // A proxy may have ended TLS: the scheme is the page's own.
  const scheme = /^https?:/.exec(origin)?.[0]
  return scheme !== undefined && originOf(scheme, host) === origin
}

/** As browsers write it: lower case, without the scheme's own port. */
function originOf(scheme: string, host: string | null | undefined): string | null {
  if (!host || /[\s/?#@\\]/.test(host)) return null
  const address = `${scheme}//${host}`
  return URL.canParse(address) ? new URL(address).origin : null
}
