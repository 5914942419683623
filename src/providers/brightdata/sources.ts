import { z } from 'zod'
import type { AnswerCitation } from '../../core/provider-port/driver.ts'
import { citationMarks } from '../parsing/citation-marks.ts'
import { number } from '../parsing/lenient.ts'
import { type ListedSource, referencesOf } from '../parsing/text-references.ts'
import { firstText, flagIn, isRow, type Row } from './rows.ts'

/** Lists of pages that were found or are linked. The text decides which of them are cited. */
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
  /** Whether the scraper marks it as cited; null if it does not say. */
  cited: boolean | null
  /** Number that marks in the text can use for it. */
  number: number
}

/**
 * Returns the sources of an answer. Sources in `citations` are cited; if the text refers to sources by number, only
 * the referenced ones are. Sources in the other lists are cited if the text links to them.
 */
export function sourcesOf(row: Row, text: string): AnswerCitation[] {
  const citations = listedIn(row.citations)
  const foundLists = FOUND_FIELDS.map((field) => listedIn(row[field]))
  const marks = citationMarks(text).flatMap(({ numbers }) => numbers)
  const attached = listedIn(row.links_attached)
  // ChatGPT's marks number the places with links, so each number occurs once. Other surfaces number the sources.
  const places = new Set(attached.map((source) => source.number))
  const counted = marks.every((mark, index) => places.has(mark) && mark > (marks[index - 1] ?? 0))
  const lists = counted ? [attached] : [citations, ...foundLists]
  const numbered = lists.find(({ length }) => length > 0) ?? []
  const byNumber = new Map(numbered.map((source) => [source.number, source]))
  const marked = marks.some((number) => byNumber.has(number))
  const isCited = (source: Source) => source.cited ?? (citations.includes(source) && !marked)
  const all = [...citations, ...foundLists.flat()]
  return referencesOf(text, {
    cited: all.filter(isCited),
    listed: all.filter((source) => !isCited(source)),
    numbered: Array.from({ length: Math.max(0, ...byNumber.keys()) }, (_, index) => byNumber.get(index + 1)),
  })
}

/** Returns whether the record has a list that only a search produces. */
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
  // Use the positions only if every source has a unique one.
  const positions = new Set(
    sources.flatMap(({ position }) => (position !== null && position <= 1_000 ? position : [])),
  )
  const hasPositions = positions.size === sources.length
  return sources.map(({ position, index, ...source }) => ({
    ...source,
    number: (hasPositions ? position : null) ?? index,
  }))
}

/** Normalizes the forms of a list, which may also be a single source or an object with sources by number. */
function elementsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (!isRow(value)) return []
  return firstText(value, URL_FIELDS) === null ? Object.values(value) : [value]
}

/**
 * Returns the title without additions of the interface, such as "opens in new tab". Labels that stand for several
 * sources ("+3") are not titles.
 */
function titleIn(item: Row): string | null {
  const title = firstText(item, TITLE_FIELDS)?.replace(/[.\s]*opens in new tab\.?\s*$/i, '') ?? null
  return title === null || /\s\d+\+$|\+\d+$/.test(title) ? null : title
}
