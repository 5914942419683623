import type { AnswerWithPages, SourcePage } from './metrics-input.ts'

/** How the answers of a batch use one page. */
export interface PageCount {
  domain: string
  url: string
  /** The last of several titles in code unit order; null if no answer provides one. */
  title: string | null
  /** Answers with the page among their sources, and answers that cite it. */
  sources: number
  cited: number
}

/** Counts the pages among the sources of completed answers. Sorts by number of answers (descending), then by URL. */
export function countPages(answered: readonly AnswerWithPages[]): PageCount[] {
  const timesOf = new Map<SourcePage, number>()
  for (const { sources } of answered)
    for (const source of sources) timesOf.set(source, (timesOf.get(source) ?? 0) + 1)
  // A URL has several domains only if a provider reported the domains itself.
  const byUrl = new Map<string, PageCount[]>()
  for (const [{ domain, url, title, cited }, times] of timesOf) {
    const ofUrl = byUrl.get(url) ?? []
    if (ofUrl.length === 0) byUrl.set(url, ofUrl)
    let count = ofUrl.find((page) => page.domain === domain)
    if (!count) {
      count = { domain, url, title, sources: 0, cited: 0 }
      ofUrl.push(count)
    }
    count.sources += times
    if (cited) count.cited += times
    if (title !== null && (count.title === null || title > count.title)) count.title = title
  }
  return [...byUrl.values()].flat().sort((a, b) => b.sources - a.sources || (a.url < b.url ? -1 : 1))
}
