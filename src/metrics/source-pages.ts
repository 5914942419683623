import type { MetricsAnswer, MetricsSource } from './metrics-input.ts'

/** How a batch's answers use one page of a site. */
export interface PageCount {
  domain: string
  url: string
  /** Of several titles the last by code units; null where no answer gives one. */
  title: string | null
  /** Answers that have it among their sources, cited or only listed; and those that cite it. */
  sources: number
  cited: number
}

/** Counts the pages among the sources of completed answers, those named most often first, equal ones by address. */
export function countPages(answered: readonly MetricsAnswer[]): PageCount[] {
  const timesOf = new Map<MetricsSource, number>()
  for (const { sources } of answered)
    for (const source of sources) timesOf.set(source, (timesOf.get(source) ?? 0) + 1)
  // The sites of an address are several only where a provider named them itself.
  const found = new Map<string, PageCount[]>()
  for (const [{ domain, url, title, cited }, times] of timesOf) {
    const ofUrl = found.get(url) ?? []
    if (ofUrl.length === 0) found.set(url, ofUrl)
    let count = ofUrl.find((one) => one.domain === domain)
    if (!count) {
      count = { domain, url, title, sources: 0, cited: 0 }
      ofUrl.push(count)
    }
    count.sources += times
    if (cited) count.cited += times
    if (title !== null && (count.title === null || title > count.title)) count.title = title
  }
  return [...found.values()]
    .flat()
    .sort((one, other) => other.sources - one.sources || (one.url < other.url ? -1 : 1))
}
