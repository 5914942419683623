import type { CitationObservation, SourceCitation, Span } from '../../foundation/observation.ts'
import { aroundGraphemes } from '../../text/graphemes.ts'
import type { Link } from '../document.ts'
import { type CanonicalUrl, canonicalUrl, domainOf } from './canonical-url.ts'
import { hostOf, ownerOf } from './owners.ts'

/** Returns the valid spans in ascending order, widened to whole graphemes. Merges overlapping spans. */
function mergeSpans(spans: readonly Span[], text: string): Span[] {
  const merged: Span[] = []
  const inside = spans.filter(
    ({ start, end }) =>
      Number.isInteger(start) && Number.isInteger(end) && start >= 0 && end > start && end <= text.length,
  )
  const whole = inside.map((span) => aroundGraphemes(text, span))
  for (const { start, end } of whole.sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged[merged.length - 1]
    if (last && start < last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

interface Source {
  canonical: CanonicalUrl
  title: string | null
  /** Host name as the provider gave it. */
  site: string | null
  cited: boolean
  spans: Span[]
}

// Only Google can resolve these redirects. Gemini returns the domain of the page as its title instead.
const OPAQUE_REDIRECT = 'vertexaisearch.cloud.google.com'
const DOMAIN_TITLE = /^(?:www\.)?([a-z0-9][a-z0-9.-]*\.[a-z]{2,24})$/i

/** Returns the host and the domain of the page behind a source. */
function siteOf({ canonical, title, site }: Source): { host: string; domain: string } {
  if (site) return { host: site, domain: domainOf(site) }
  const titleDomain =
    canonical.host === OPAQUE_REDIRECT ? DOMAIN_TITLE.exec(title ?? '')?.[1]?.toLowerCase() : undefined
  return titleDomain === undefined ? canonical : { host: titleDomain, domain: domainOf(titleDomain) }
}

/** Returns the host name from the provider, or null if the value is not one. */
function givenHost(domain: string | null | undefined): string | null {
  const host = hostOf(domain ?? '')
  return host.includes('.') ? host : null
}

/** Returns the offset of a source's first span, for sorting. Sources without a span come last. */
function firstOf({ spans }: { spans: readonly Span[] }): number {
  return spans[0]?.start ?? Number.MAX_SAFE_INTEGER
}

/**
 * Returns the sources of an answer, each page once. A page that is both cited and retrieved counts as cited.
 *
 * Cited pages come first: those with spans in the order of their first span, then the others in the order of `given`.
 * Pages that were only retrieved follow. URLs that cannot be parsed are skipped. Spans are UTF-16 ranges of `text`, in
 * ascending order and without overlaps.
 */
export function observeCitations(
  given: readonly SourceCitation[],
  links: readonly Link[],
  owners: ReadonlyMap<string, number>,
  text: string,
): CitationObservation[] {
  const sources = new Map<string, Source>()
  // Answers cite the same page many times, and parsing a URL is expensive.
  const canonicalUrls = new Map<string, CanonicalUrl | null>()
  const add = (written: string, cited: boolean, spans: readonly Span[], given?: SourceCitation) => {
    const cached = canonicalUrls.get(written)
    const canonical = cached === undefined ? canonicalUrl(written) : cached
    if (cached === undefined) canonicalUrls.set(written, canonical)
    if (!canonical) return
    const source = sources.get(canonical.key) ?? {
      canonical,
      title: null,
      site: null,
      cited: false,
      spans: [],
    }
    source.title ??= given?.title?.trim() || null
    source.site ??= givenHost(given?.domain)
    source.cited ||= cited
    for (const span of spans) source.spans.push(span)
    sources.set(canonical.key, source)
  }
  for (const source of given) add(source.url, source.kind !== 'retrieved', source.spans ?? [], source)
  for (const { url, start, end } of links) add(url, true, [{ start, end }])
  const all = [...sources.values()].map((source) => ({ ...source, spans: mergeSpans(source.spans, text) }))
  const cited = all.filter((source) => source.cited).sort((a, b) => firstOf(a) - firstOf(b))
  return [...cited, ...all.filter((source) => !source.cited)].map((source, index) => {
    const { host, domain } = siteOf(source)
    return {
      position: index + 1,
      url: source.canonical.url,
      title: source.title,
      domain,
      kind: source.cited ? 'cited' : 'retrieved',
      owner: ownerOf(owners, host),
      spans: source.spans,
    }
  })
}
