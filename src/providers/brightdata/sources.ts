import { z } from 'zod'
import type { AnswerCitation } from '../driver.ts'
import { citationMarks } from '../reading/citation-marks.ts'
import { number } from '../reading/lenient.ts'
import { type ListedSource, referencesOf } from '../reading/text-references.ts'
import { firstText, flagIn, isRow, type Row } from './rows.ts'

/** Lists of pages that were found or are linked; the text decides whether they are cited. */
const FOUND_FIELDS = [
  'search_sources',
  'search_sources_more',
  'sources',
  'all_sources',
  'references',
  'links_attached',
  'links',
]
/** Lists that can only come from a search. */
const SEARCH_FIELDS = ['citations', 'search_sources', 'search_sources_more', 'sources', 'all_sources']
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
  const marks = citationMarks(text).flatMap(({ numbers }) => numbers)
  const attached = listedIn(row.links_attached)
  // ChatGPT's marks count the places with links, so that none occurs twice; those of others number the sources.
  const places = new Set(attached.map((source) => source.number))
  const counted = marks.every((mark, index) => places.has(mark) && mark > (marks[index - 1] ?? 0))
  const lists = counted ? [attached] : [citations, ...found]
  const numbered = lists.find(({ length }) => length > 0) ?? []
  const byNumber = new Map(numbered.map((source) => [source.number, source]))
  const marked = marks.some((number) => byNumber.has(number))
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
    return [
      {
        url,
        title: titleIn(item),
        cited: flagIn(item.cited),
        index: index + 1,
        position: number.pipe(z.int().positive().nullable().catch(null)).parse(item.position),
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

/** Without what the interface adds: that a page opens in a new tab, and of how many sources a label stands for. */
function titleIn(item: Row): string | null {
  const title = firstText(item, TITLE_FIELDS)?.replace(/[.\s]*opens in new tab\.?\s*$/i, '') ?? null
  return title === null || /\s\d+\+$|\+\d+$/.test(title) ? null : title
}
