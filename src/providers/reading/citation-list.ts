import type { AnswerCitation, Span } from '../driver.ts'
import { linkSpans } from './spans.ts'

/** The sources of an answer, each address once, in the order in which they are first cited; those that are only listed follow. What is no
 * http address is left out. */
export class CitationList {
  /** With the spans by where they start. */
  readonly #cited = new Map<string, { title: string | null; spans: Map<number, Span> }>()
  readonly #retrieved = new Map<string, AnswerCitation>()

  cited({ url, title }: { url: string; title: string | null }, spans: AnswerCitation['spans']): void {
    if (!isAddress(url)) return
    const known = this.#cited.get(url) ?? { title: null, spans: new Map<number, Span>() }
    known.title ??= title || null
    for (const span of spans) if (!known.spans.has(span.start)) known.spans.set(span.start, span)
    this.#cited.set(url, known)
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

  /** What is listed as a source and linked in the text is cited there, whether or not the vendor says so beside the text. */
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
        .toSorted((one, other) => firstPlace(one) - firstPlace(other)),
      ...[...this.#retrieved.values()].filter(({ url }) => !this.#cited.has(url)),
    ]
  }
}

/** Sources without a place come last, and stay in their order. */
function firstPlace({ spans }: AnswerCitation): number {
  return spans.reduce((first, { start }) => Math.min(first, start), Number.MAX_SAFE_INTEGER)
}

function isAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}
