import type { AnswerCitation } from './driver.ts'

/** The sources of an answer, each address once, in the order in which they are first cited; those that are only listed follow. What is no
 * http address is left out. */
export class CitationList {
  readonly #cited = new Map<string, AnswerCitation>()
  readonly #retrieved = new Map<string, AnswerCitation>()

  cited({ url, title }: { url: string; title: string | null }, spans: AnswerCitation['spans']): void {
    if (!isAddress(url)) return
    const known = this.#cited.get(url)
    const earlier = known?.spans ?? []
    const added = spans.filter(({ start }) => !earlier.some((span) => span.start === start))
    this.#cited.set(url, { url, title: known?.title ?? title, kind: 'cited', spans: [...earlier, ...added] })
  }

  retrieved({ url, title }: { url: string; title: string | null }): void {
    if (isAddress(url) && !this.#retrieved.has(url))
      this.#retrieved.set(url, { url, title, kind: 'retrieved', spans: [] })
  }

  list(): AnswerCitation[] {
    return [
      ...this.#cited.values(),
      ...[...this.#retrieved.values()].filter(({ url }) => !this.#cited.has(url)),
    ]
  }
}

function isAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}
