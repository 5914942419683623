import { citationMarks } from '../citation-marks.ts'
import type { AnswerCitation } from '../driver.ts'
import { type ListedSource, referencesOf } from '../text-references.ts'
import { firstText, isRow, type Row } from './rows.ts'

/** Lists of pages that were found or are linked; the text decides whether they are cited. */
const FOUND_FIELDS = ['search_sources', 'sources', 'all_sources', 'references', 'links_attached', 'links']
/** Lists that can only come from a search. */
const SEARCH_FIELDS = ['citations', 'search_sources', 'sources', 'all_sources']
const URL_FIELDS = ['url', 'link', 'href', 'source_url', 'uri']
const TITLE_FIELDS = ['title', 'name', 'text', 'label']

interface Source extends ListedSource {
  /** Whether the scraper says that the answer cites it; null where it does not say. */
  cited: boolean | null
  /** By which marks in the text may refer to it. */
  number: number
}

/**
 * The sources of an answer. Those of `citations` are cited, except where the text refers to some of them by numbers and not to
 * others; those of the other lists are cited where the text links to them.
 */
export function sourcesOf(row: Row, text: string): AnswerCitation[] {
  const citations = listedIn(row.citations)
  const found = FOUND_FIELDS.map((field) => listedIn(row[field]))
  const numbered = [citations, ...found].find((sources) => sources.length > 0) ?? []
  const byNumber = new Map(numbered.map((source) => [source.number, source]))
  const marked = citationMarks(text).some(({ numbers }) => numbers.some((number) => byNumber.has(number)))
  const isCited = (source: Source) => source.cited ?? (citations.includes(source) && !marked)
  const all = [...citations, ...found.flat()]
  return referencesOf(text, {
    cited: all.filter(isCited),
    listed: all.filter((source) => !isCited(source)),
    numbered: Array.from({ length: Math.max(0, ...byNumber.keys()) }, (_, index) => byNumber.get(index + 1)),
  })
}

/** Whether the record lists what only a search finds. */
export function hasSearchResults(row: Row): boolean {
  return SEARCH_FIELDS.some((field) => listedIn(row[field]).length > 0)
}

function listedIn(value: unknown): Source[] {
  const elements = elementsIn(value)
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
        index: index + 1,
        position: Number.isInteger(position) && Number(position) > 0 ? Number(position) : null,
      },
    ]
  })
  // Positions count only where every source has its own.
  const positions = new Set(
    sources.flatMap(({ position }) => (position !== null && position <= 1_000 ? position : [])),
  )
  const given = positions.size === sources.length
  return sources.map(({ position, index, ...source }) => ({
    ...source,
    number: (given ? position : null) ?? index,
  }))
}

/** One source alone, and sources by their numbers, are lists too. */
function elementsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (!isRow(value)) return []
  return firstText(value, URL_FIELDS) === null ? Object.values(value) : [value]
}
