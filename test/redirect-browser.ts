/** A browser without pages: it keeps the cookies of each site and follows redirects. */
export interface RedirectBrowser {
  /** Opens a URL and follows redirects. Returns the first URL of `site` that is outside of /api/auth, which is not requested. */
  open(url: string, site: string): Promise<URL>
  /** Like {@link open}, but stops before it requests a URL that contains `part`. */
  openUntil(url: string, part: string): Promise<URL>
  /** Returns the Cookie header for a site. */
  cookiesOf(site: string): string
}

/** Starts a browser without cookies, or with a copy of another browser's. It sends `headers` with each request. */
export function startRedirectBrowser(
  headers: Record<string, string>,
  copied?: RedirectBrowser,
): RedirectBrowser {
  const jars = new Map<string, Map<string, string>>(copied && jarsOf.get(copied))
  const jarOf = ({ origin }: URL) => {
    const jar = new Map(jars.get(origin))
    jars.set(origin, jar)
    return jar
  }
  const cookiesFor = (url: URL) => [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ')
  const follow = async (first: string, isEnd: (url: URL) => boolean): Promise<URL> => {
    let url = new URL(first)
    for (let step = 0; step < 20; step += 1) {
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { ...headers, cookie: cookiesFor(url) },
      })
      const jar = jarOf(url)
      for (const cookie of response.headers.getSetCookie()) {
        const [name = '', value = ''] = cookie.split(';')[0]?.split(/=(.*)/s) ?? []
        if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) jar.delete(name)
        else jar.set(name, value)
      }
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
      url = new URL(location, url)
      if (isEnd(url)) return url
    }
    throw new Error(`too many redirects, the last one to ${url}`)
  }
  const browser: RedirectBrowser = {
    open: (url, site) =>
      follow(url, ({ origin, pathname }) => origin === site && !pathname.startsWith('/api/auth/')),
    openUntil: (url, part) => follow(url, ({ href }) => href.includes(part)),
    cookiesOf: (site) => cookiesFor(new URL(site)),
  }
  jarsOf.set(browser, jars)
  return browser
}

const jarsOf = new WeakMap<RedirectBrowser, Map<string, Map<string, string>>>()
