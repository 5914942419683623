import { getDomain } from 'tldts'
import { parseUrl } from '../../../definitions/parse-url.ts'
import { targetOfRedirect } from './redirects.ts'

/** Query parameters that track where a visitor came from. */
const TRACKING = new Set(
  `gclid gclsrc dclid gbraid wbraid gad gad_source gad_campaignid fbclid msclkid srsltid yclid twclid ttclid igshid igsh
  li_fat_id epik sccid irclickid mc_cid mc_eid mkt_tok _hsenc _hsmi hsctatracking _ga _gl _kx _bta_tid _bta_c vero_id vero_conv wickedid
  oly_enc_id oly_anon_id rb_clickid s_cid s_kwcid ef_id ref_src ref_url refsrc cmpid spm scm trk trkcampaign trackingid
  ns_source ns_mchannel ns_campaign guccounter guce_referrer guce_referrer_sig ocid ncid smid ito yptr __twitter_impression`.split(
    /\s+/,
  ),
)
const TRACKING_PREFIX = /^(?:utm|hsa|pk|mtm|piwik|matomo|itm|at)_|^(?:utm[a-z]+|mc_[a-z]+)$/
// Parameter values that name the visitor's previous site. Elsewhere, the same parameters can name a branch or a
// version.
const ORIGIN =
  /^(?:https?:|www\.)|\.(?:com|org|net|ai|io|co|dev)$|^(?:chatgpt|openai|perplexity|google|bing|gemini|copilot|claude|producthunt|twitter|facebook|linkedin|newsletter)\b/i
const ORIGIN_PARAMETERS = new Set('ref referrer referer source src via from'.split(' '))
// Parameters of video URLs that do not identify the video, such as the person who shared it and the start time.
const VIDEO_HOST = /(?:^|\.)(?:youtube\.com|youtu\.be)$/
const VIDEO_EXTRAS = new Set('t pp si feature ab_channel start'.split(' '))

// Amazon adds the visitor's origin to the path (`/ref=…`).
const SHOP_HOST = /(?:^|\.)amazon\.[a-z.]{2,6}$/

export interface CanonicalUrl {
  url: string
  /** Equal for URLs that differ only in scheme, `www.`, or a trailing slash. */
  key: string
  /** Host name, lower case, without `www.`. */
  host: string
  /** Registrable domain from the Public Suffix List; the host itself if it has none, such as an IP address. */
  domain: string
}

function isTracking(pair: string, host: string): boolean {
  const end = pair.indexOf('=')
  const name = (end < 0 ? pair : pair.slice(0, end)).toLowerCase()
  if (name === '' || TRACKING.has(name) || TRACKING_PREFIX.test(name)) return true
  if (ORIGIN_PARAMETERS.has(name)) return ORIGIN.test(pair.slice(end + 1))
  return VIDEO_EXTRAS.has(name) && VIDEO_HOST.test(host)
}

/**
 * Returns the registrable domain of a host name from the Public Suffix List (https://publicsuffix.org), including
 * private suffixes such as `github.io`. Returns the host itself if it has none.
 */
export function domainOf(host: string): string {
  return (
    getDomain(host, { extractHostname: false, validateHostname: false, allowPrivateDomains: true }) ?? host
  )
}

/**
 * Returns the canonical form of an http or https URL, or null for any other text. It resolves search engine redirects
 * that contain their target, removes tracking parameters, credentials and the fragment, and converts the host to
 * lower-case ASCII. Other parameters stay unchanged.
 */
export function canonicalUrl(written: string): CanonicalUrl | null {
  const trimmed = written.trim()
  const address = /^https?:\/\//i.test(trimmed) ? parseUrl(trimmed) : null
  if (!address) return null
  const url = targetOfRedirect(address)
  // Every setter serializes the whole URL again, so call one only when there is something to remove.
  if (url.hash !== '' || url.href.endsWith('#')) url.hash = ''
  if (url.username !== '') url.username = ''
  if (url.password !== '') url.password = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '')
  const { hostname } = url
  if (SHOP_HOST.test(hostname)) url.pathname = url.pathname.replace(/\/ref=[^/]*$/, '')
  if (url.search !== '') {
    const kept = url.search
      .slice(1)
      .split('&')
      .filter((pair) => !isTracking(pair, hostname))
    // The setter strips one leading question mark. Add one so that a "?" that belongs to the first parameter is kept.
    const search = kept.length > 0 ? `?${kept.join('&')}` : ''
    if (search !== url.search) url.search = search
  }
  const host = hostname.startsWith('www.') ? hostname.slice(4) : hostname
  const port = url.port === '' ? '' : `:${url.port}`
  const key = `${host}${port}${url.pathname.replace(/\/$/, '')}${url.search}`
  return { url: url.href, key, host, domain: domainOf(hostname) }
}
