import { parseUrl } from '../../../definitions/parse-url.ts'

/** A redirect service and the query parameters that can contain the target URL. */
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
const MAX_REDIRECTS = 3

// Bing prefixes the target with "a1" and encodes it in base64url.
function decode(value: string): string {
  return /^a1[\w-]+=*$/.test(value) ? Buffer.from(value.slice(2), 'base64url').toString('utf8') : value
}

function webUrl(value: string | undefined): URL | null {
  const url = decode(value ?? '')
  return /^https?:\/\//i.test(url) ? parseUrl(url) : null
}

function targetOf(url: URL): URL | null {
  const amp = /^\/amp\/(s\/)?(.+)/.exec(/^(?:www\.)?google\./.test(url.hostname) ? url.pathname : '')
  if (amp) return webUrl(`http${amp[1] ? 's' : ''}://${amp[2]}${url.search}`)
  if (url.hostname === 'r.search.yahoo.com') {
    try {
      return webUrl(decodeURIComponent(/\/RU=([^/]+)/.exec(url.pathname)?.[1] ?? ''))
    } catch {
      // The percent-encoding is malformed, so keep the URL unchanged.
      return null
    }
  }
  for (const { host, path, parameters } of REDIRECTS) {
    if (!host.test(url.hostname) || !path.test(url.pathname)) continue
    for (const parameter of parameters) {
      const target = webUrl(url.searchParams.get(parameter) ?? undefined)
      if (target) return target
    }
  }
  return null
}

/**
 * Resolves redirects of search engines and social networks that contain their target URL, up to three in a row. Any
 * other URL is returned unchanged.
 */
export function targetOfRedirect(url: URL): URL {
  let current = url
  for (let depth = 0; depth < MAX_REDIRECTS; depth += 1) {
    const target = targetOf(current)
    if (!target) return current
    current = target
  }
  return current
}
