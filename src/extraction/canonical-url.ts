import { getDomain } from 'tldts'

/** Parameters that say where a reader came from, not what the page is. */
const TRACKING = new Set(
  `gclid gclsrc dclid gbraid wbraid fbclid msclkid srsltid yclid twclid ttclid igshid igsh li_fat_id mc_cid mc_eid mkt_tok
  _hsenc _hsmi _ga _gl vero_id wickedid oly_enc_id oly_anon_id rb_clickid s_cid ref_src ref_url cmpid spm scm`.split(
    /\s+/,
  ),
)

/** An address that identifies a page. */
export interface CanonicalUrl {
  url: string
  /** Host name, lower case, without `www.`. */
  host: string
  /** Registrable domain by the public suffix list; the host itself where there is none, such as an IP address. */
  domain: string
}

function isTracking(pair: string): boolean {
  const end = pair.indexOf('=')
  const name = (end < 0 ? pair : pair.slice(0, end)).toLowerCase()
  return name === '' || name.startsWith('utm_') || TRACKING.has(name)
}

/**
 * Canonical form of an http or https address: tracking parameters, text fragments and other fragments dropped, host in
 * lower case; all other parameters as they were. Null for anything else, also when it is no address at all.
 */
export function canonicalUrl(written: string): CanonicalUrl | null {
  const trimmed = written.trim()
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null
  const url = new URL(trimmed)
  url.hash = ''
  url.username = ''
  url.password = ''
  if (url.search !== '') {
    const kept = url.search
      .slice(1)
      .split('&')
      .filter((pair) => !isTracking(pair))
    // With its mark: the setter would take a question mark of the first parameter for it.
    url.search = kept.length > 0 ? `?${kept.join('&')}` : ''
  }
  const { hostname } = url
  const host = hostname.startsWith('www.') ? hostname.slice(4) : hostname
  const domain = getDomain(hostname, { extractHostname: false, validateHostname: false }) ?? host
  return { url: url.href, host, domain }
}
