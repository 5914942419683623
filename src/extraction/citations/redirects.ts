/** Where a service that leads on to a page keeps that page's address. */
interface Redirect {
  host: RegExp
  path: RegExp
  parameters: readonly string[]
}

const REDIRECTS: readonly Redirect[] = [
  {
    host: /^(?:www\.)?google\.[a-z.]{2,6}$/,
    path: /^\/(?:url|imgres|aclk)$/,
    parameters: ['q', 'url', 'imgrefurl', 'adurl'],
  },
  { host: /^(?:www\.)?bing\.com$/, path: /^\/ck\/a$/, parameters: ['u'] },
  { host: /^(?:www\.)?duckduckgo\.com$/, path: /^\/l\/$/, parameters: ['uddg'] },
  { host: /^lm?\.(?:facebook|instagram)\.com$/, path: /^\/(?:l\.php)?$/, parameters: ['u'] },
  { host: /^(?:www\.)?youtube\.com$/, path: /^\/redirect$/, parameters: ['q'] },
  { host: /^(?:www\.)?linkedin\.com$/, path: /^\/(?:redir\/redirect|safety\/go)$/, parameters: ['url'] },
  { host: /^out\.reddit\.com$/, path: /^\//, parameters: ['url'] },
  { host: /^slack-redir\.net$/, path: /^\/link$/, parameters: ['url'] },
  { host: /^t\.umblr\.com$/, path: /^\/redirect$/, parameters: ['z'] },
  { host: /^vk\.com$/, path: /^\/away\.php$/, parameters: ['to'] },
]
const DEEPEST = 3

// Bing writes the address in base64url behind two letters.
function decoded(value: string): string {
  return /^a1[\w-]+=*$/.test(value) ? Buffer.from(value.slice(2), 'base64url').toString('utf8') : value
}

function addressIn(value: string | undefined): URL | null {
  const address = decoded(value ?? '')
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : null
}

function targetOf(url: URL): URL | null {
  const amp = /^\/amp\/(s\/)?(.+)/.exec(/^(?:www\.)?google\./.test(url.hostname) ? url.pathname : '')
  if (amp) return addressIn(`http${amp[1] ? 's' : ''}://${amp[2]}${url.search}`)
  if (url.hostname === 'r.search.yahoo.com') {
    try {
      return addressIn(decodeURIComponent(/\/RU=([^/]+)/.exec(url.pathname)?.[1] ?? ''))
    } catch {
      // Not encoded as it ought to be: the address stays what it is.
      return null
    }
  }
  for (const { host, path, parameters } of REDIRECTS) {
    if (!host.test(url.hostname) || !path.test(url.pathname)) continue
    for (const parameter of parameters) {
      const target = addressIn(url.searchParams.get(parameter) ?? undefined)
      if (target) return target
    }
  }
  return null
}

/** The page that search engines' and networks' own redirecting addresses lead to, as far as the address itself says it. */
export function targetOfRedirect(url: URL): URL {
  let current = url
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const target = targetOf(current)
    if (!target) return current
    current = target
  }
  return current
}
