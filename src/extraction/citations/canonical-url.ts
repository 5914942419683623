import { getDomain } from 'tldts'
import { targetOfRedirect } from './redirects.ts'

/** Query parameters that track where a visitor came from and do not identify a page. */
const TRACKING = new Set(
  `gclid gclsrc dclid gbraid wbraid gad gad_source gad_campaignid fbclid msclkid srsltid yclid twclid ttclid igshid igsh
  li_fat_id epik sccid irclickid mc_cid mc_eid mkt_tok _hsenc _hsmi hsctatracking _ga _gl _kx _bta_tid _bta_c vero_id vero_conv wickedid
  oly_enc_id oly_anon_id rb_clickid s_cid s_kwcid ef_id ref_src ref_url refsrc cmpid spm scm trk trkcampaign trackingid
  ns_source ns_mchannel ns_campaign guccounter guce_referrer guce_referrer_sig ocid ncid smid ito yptr __twitter_impression`.split(
    /\s+/,
  ),
)
const TRACKING_PREFIX = /^(?:utm|hsa|pk|mtm|piwik|matomo|itm|at)_|^(?:utm[a-z]+|mc_[a-z]+)$/
// Values that name the site a visitor came from. On other sites the same parameters name a branch or a version.
const ORIGIN =
  /^(?:https?:|www\.)|\.(?:com|org|net|ai|io|co|dev)$|^(?:chatgpt|openai|perplexity|google|bing|gemini|copilot|claude|producthunt|twitter|facebook|linkedin|newsletter)\b/i
const ORIGIN_PARAMETERS = new Set('ref referrer referer source src via from'.split(' '))
// Parameters of video URLs that do not identify the video: who shared it, and from which second it plays.
const VIDEO_HOST = /(?:^|\.)(?:youtube\.com|youtu\.be)$/
const VIDEO_EXTRAS = new Set('t pp si feature ab_channel start'.split(' '))

// Amazon puts the origin of a visitor into the path (`/ref=…`).
const SHOP_HOST = /(?:^|\.)amazon\.[a-z.]{2,6}$/

/** The canonical form of a URL. */
export interface CanonicalUrl {
  url: string
  /** Equal for URLs that differ only in scheme, `www.`, or a trailing slash. */
  key: string
  /** Host name, lower case, without `www.`. */
  host: string
  /** Registrable domain by the Public Suffix List; the host itself where there is none, as for an IP address. */
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
 * Registrable domain of a host name by the Public Suffix List (https://publicsuffix.org), private suffixes such as `github.io`
 * included; the host itself where there is none.
 */
export function domainOf(host: string): string {
  return (
    getDomain(host, { extractHostname: false, validateHostname: false, allowPrivateDomains: true }) ?? host
  )
}

/**
 * Canonical form of an http or https URL: redirects of search engines are followed as far as the URL itself contains the target,
 * tracking parameters, credentials and fragments are dropped, the host is in lower case and ASCII; all other parameters stay as they
 * are. Null for any other text.
 */
export function canonicalUrl(written: string): CanonicalUrl | null {
  const trimmed = written.trim()
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null
  const url = targetOfRedirect(new URL(trimmed))
  // Only where there is something to remove, as each of these writes the whole URL anew.
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
    // With the question mark, because the setter removes one from the beginning of its value, which may be part of a parameter.
    const search = kept.length > 0 ? `?${kept.join('&')}` : ''
    if (search !== url.search) url.search = search
  }
  const host = hostname.startsWith('www.') ? hostname.slice(4) : hostname
  const port = url.port === '' ? '' : `:${url.port}`
  const key = `${host}${port}${url.pathname.replace(/\/$/, '')}${url.search}`
  return { url: url.href, key, host, domain: domainOf(hostname) }
}
