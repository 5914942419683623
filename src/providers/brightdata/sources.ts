import { CitationList } from '../citation-list.ts'
import type { AnswerCitation } from '../driver.ts'
import { numberedMarks } from '../numbered-marks.ts'
import { linkSpans } from '../spans.ts'
import { firstText, isRow, type Row } from './rows.ts'

/** Lists of pages that were found or are linked; the text decides whether they are cited. */
const FOUND_FIELDS = ['search_sources', 'sources', 'all_sources', 'references', 'links_attached', 'links']
/** Of them, those that can only come from a search. */
const SEARCH_FIELDS = ['citations', 'search_sources', 'sources', 'all_sources']
const URL_FIELDS = ['url', 'link', 'href', 'source_url', 'uri']
const TITLE_FIELDS = ['title', 'name', 'text', 'label']

interface Source {
  url: string
  title: string | null
  /** Whether the scraper says that the answer cites it; null where it does not say. */
  cited: boolean | null
  /** By which marks in the text may refer to it. */
  number: number
}

/**
 * The sources of an answer. Those of `citations` are cited, except where the text refers to some of them by numbers and not to
 * others; those of the other lists are cited where the text links to them.
 */
export function sourcesOf(row: Row, text: string): { citations: AnswerCitation[]; searched: boolean } {
  const list = new CitationList()
  const marks = numberedMarks(text)
  const lists = FOUND_FIELDS.map((field) => listedIn(row[field])).filter((sources) => sources.length > 0)
  const cited = listedIn(row.citations)
  const numbered = cited.length > 0 ? cited : (lists[0] ?? [])
  const marked = numbered.some(({ number }) => marks.has(number))
  for (const { url, title, number, cited: said } of numbered.toSorted((a, b) => a.number - b.number)) {
    const spans = [...linkSpans(text, url), ...(marks.get(number) ?? [])]
    const assumed = numbered === cited && !marked
    if (spans.length > 0 || (said ?? assumed)) list.cited({ url, title }, spans)
    else list.retrieved({ url, title })
  }
  for (const { url, title, cited: said } of lists.filter((other) => other !== numbered).flat()) {
    const spans = linkSpans(text, url)
    if (spans.length > 0 || said) list.cited({ url, title }, spans)
    else list.retrieved({ url, title })
  }
  return {
    citations: list.list(),
    searched: SEARCH_FIELDS.some((field) => listedIn(row[field]).length > 0),
  }
}

function listedIn(value: unknown): Source[] {
  const elements = Array.isArray(value) ? value : []
  const sources = elements.flatMap((element: unknown, index) => {
    const item = isRow(element) ? element : { url: element }
    const url = firstText(item, URL_FIELDS)
    if (url === null) return []
    const { cited, position } = item
    return [
      {
        url,
        title: firstText(item, TITLE_FIELDS),
        cited: typeof cited === 'boolean' ? cited : null,
        number: index + 1,
        position: Number.isInteger(position) && Number(position) > 0 ? Number(position) : null,
      },
    ]
  })
  const positions = new Set(sources.flatMap(({ position }) => position ?? []))
  const given = positions.size === sources.length
  return sources.map(({ position, ...source }) => ({
    ...source,
    number: (given ? position : null) ?? source.number,
  }))
}
