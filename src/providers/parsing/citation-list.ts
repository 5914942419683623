import type { AnswerCitation, Span } from '../../core/provider-port/driver.ts'
import { parseUrl } from '../../definitions/parse-url.ts'
import { isSearchResultPage } from './search-result-page.ts'
import { linkSpans } from './spans.ts'

/**
 * Collects the sources of an answer, each URL once. Cited sources come first, in the order of their first citation,
 * then sources that are only listed. Ignores anything but http and https URLs, and result pages of search engines, which
 * are how the surface searched and not what it read.
 */
export class CitationList {
  /** Spans by their start. */
  readonly #cited = new Map<string, { title: string | null; spans: Map<number, Span> }>()
  readonly #retrieved = new Map<string, AnswerCitation>()

  cited({ url, title }: { url: string; title: string | null }, spans: AnswerCitation['spans']): void {
    if (!isAddress(url)) return
    const citation = this.#cited.get(url) ?? { title: null, spans: new Map<number, Span>() }
    citation.title ??= title || null
    for (const span of spans) if (!citation.spans.has(span.start)) citation.spans.set(span.start, span)
    this.#cited.set(url, citation)
  }

  retrieved({ url, title }: { url: string; title: string | null }): void {
    if (isAddress(url))
      this.#retrieved.set(url, {
        url,
        title: this.#retrieved.get(url)?.title ?? (title || null),
        kind: 'retrieved',
        spans: [],
      })
  }

  /** Marks listed sources as cited if the text links to them, even if the vendor only lists them. */
  citeLinks(text: string): void {
    for (const { url, title } of this.#retrieved.values()) {
      if (this.#cited.has(url)) continue
      const spans = linkSpans(text, url)
      if (spans.length > 0) this.cited({ url, title }, spans)
    }
  }

  list(): AnswerCitation[] {
    return [
      ...[...this.#cited]
        .map(([url, { title, spans }]) => ({
          url,
          title: title ?? this.#retrieved.get(url)?.title ?? null,
          kind: 'cited' as const,
          spans: [...spans.values()],
        }))
        .toSorted((a, b) => firstStart(a) - firstStart(b)),
      ...[...this.#retrieved.values()].filter(({ url }) => !this.#cited.has(url)),
    ]
  }
}

/** Returns where a source is cited first. Sources without a span sort last and keep their order. */
function firstStart({ spans }: AnswerCitation): number {
  return spans.reduce((first, { start }) => Math.min(first, start), Number.MAX_SAFE_INTEGER)
}

function isAddress(url: string): boolean {
  const parsed = parseUrl(url)
  return parsed !== null && /^https?:$/.test(parsed.protocol) && !isSearchResultPage(parsed)
}
