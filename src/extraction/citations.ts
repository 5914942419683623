import { type CanonicalUrl, canonicalUrl } from './canonical-url.ts'
import type { Link } from './document.ts'
import type { CitationObservation, SourceCitation, Span } from './observation.ts'
import { ownerOf } from './owners.ts'

/** Spans inside the answer, in order, each once; those that overlap become one. */
function mergeSpans(spans: readonly Span[], length: number): Span[] {
  const merged: Span[] = []
  const inside = spans.filter(({ start, end }) => start >= 0 && end > start && end <= length)
  for (const { start, end } of inside.sort(
    (left, right) => left.start - right.start || left.end - right.end,
  )) {
    const last = merged[merged.length - 1]
    if (last && start < last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

interface Source {
  canonical: CanonicalUrl
  title: string | null
  cited: boolean
  spans: Span[]
}

/**
 * The sources of an answer, each page once: those the surface gave, in their order, then links in the text itself.
 * A page both cited and retrieved is cited; cited pages come before those only retrieved. Addresses that cannot be
 * read are left out. Spans are UTF-16 ranges of the answer, merged.
 */
export function observeCitations(
  given: readonly SourceCitation[],
  links: readonly Link[],
  owners: ReadonlyMap<string, number>,
  length: number,
): CitationObservation[] {
  const sources = new Map<string, Source>()
  const add = (written: string, title: string | null | undefined, cited: boolean, spans: readonly Span[]) => {
    const canonical = canonicalUrl(written)
    if (!canonical) return
    const source = sources.get(canonical.url) ?? { canonical, title: null, cited: false, spans: [] }
    source.title ??= title?.trim() || null
    source.cited ||= cited
    for (const span of spans) source.spans.push(span)
    sources.set(canonical.url, source)
  }
  for (const { url, title, kind, spans } of given) add(url, title, kind !== 'retrieved', spans ?? [])
  for (const { url, start, end } of links) add(url, null, true, [{ start, end }])
  const all = [...sources.values()]
  return [...all.filter((source) => source.cited), ...all.filter((source) => !source.cited)].map(
    (source, index) => ({
      position: index + 1,
      url: source.canonical.url,
      title: source.title,
      domain: source.canonical.domain,
      kind: source.cited ? 'cited' : 'retrieved',
      owner: ownerOf(owners, source.canonical.host),
      spans: mergeSpans(source.spans, length),
    }),
  )
}
