import {
  type AnswerCitation,
  type DriverAnswer,
  type Placement,
  ProviderError,
  type Question,
  type RawAnswer,
} from '../../core/provider-port/driver.ts'
import { partsOf } from '../../definitions/countries/location.ts'
import { readStoredExchange } from '../http/stored-exchange.ts'
import { CitationList } from '../parsing/citation-list.ts'
import { placementsIn } from '../parsing/placements.ts'
import { referencesOf } from '../parsing/text-references.ts'
import { type Composition, compose } from './compose.ts'
import { failureIn } from './failures.ts'
import { answerSectionOf, type Body, bodyIn, type Section } from './sections.ts'

/** Pages of search results and products. Surfaces link names to them, but they are not sources. */
const RESULT_PAGE = /^https?:\/\/(www\.)?(google\.[a-z.]+|bing\.com)\/(search|shop|maps|aclk)/

/**
 * Parses the result of a search. The status is `not_shown` if the page has no answer, or a notice that there is none.
 * @throws {ProviderError} of kind `drift` if it is not a search result, or if the AI Overview was not loaded
 */
export function parseAnswer(raw: RawAnswer, { location }: Pick<Question, 'location'>): DriverAnswer {
  const { body: parsed, locationApplied } = readStoredExchange(raw, 'serpapi')
  const body = bodyIn(parsed)
  if (!body) throw new ProviderError('drift', 'not the result of a search')
  const section = answerSectionOf(body)
  const { text, citations, unrecognized } = section ? contentOf(section, body) : NOTHING
  const failure = failureIn(body)
  if (failure) throw new ProviderError('drift', failure.message)
  if (text === '' && isLoadedLater(body.ai_overview)) {
    throw new ProviderError('drift', 'the AI Overview was not loaded')
  }
  const { country } = partsOf(location)
  const searchedFrom = body.search_parameters?.gl?.toUpperCase() ?? country
  return {
    status: text === '' ? 'not_shown' : 'ok',
    surface: raw.surface === 'ai_overview' ? 'serp' : 'consumer_ui',
    locationApplied: searchedFrom === country ? locationApplied : 'none',
    model: { requested: null, reported: null },
    text,
    citations,
    searchQueries: [],
    searched: citations.length > 0 ? true : null,
    usage: null,
    costUsd: null,
    partial: false,
    placements: section && text !== '' ? placementsOf(section, body) : [],
    unrecognized,
  }
}

/** Returns the products and businesses next to the answer. Engines list them in the section or next to it. */
function placementsOf(section: Section, body: Body): Placement[] {
  const fields = (names: readonly string[]) =>
    names
      .flatMap((name) => [section[name], body[name]])
      .find((value) => value !== undefined && value !== null)
  return [
    ...placementsIn('product', fields(['shopping_results', 'inline_products', 'products'])),
    ...placementsIn('local_business', fields(['local_results', 'places'])),
    ...placementsIn('ad', fields(['ads'])),
  ]
}

interface Content {
  text: string
  citations: AnswerCitation[]
  unrecognized: string[]
}

const NOTHING: Content = { text: '', citations: [], unrecognized: [] }

/** Composes the answer from its blocks. Uses the vendor's Markdown only if there are no blocks. */
function contentOf(section: Section, body: Section): Content {
  const blocks = section.header === null ? section.text_blocks : [section.header, ...section.text_blocks]
  const composed = compose(blocks)
  const sources = referencesIn(section).length > 0 ? referencesIn(section) : referencesIn(body)
  const unrecognized = [...composed.unrecognized]
  if (section.text_blocks.length > 0 && composed.text !== '') {
    return { text: composed.text, citations: citationsOf(composed, sources), unrecognized }
  }
  const { markdown, reconstructed_markdown: reconstructed, answer, snippet, text: plain } = section
  const text = markdown ?? reconstructed ?? answer ?? snippet ?? plain ?? composed.text
  const indexed = byIndex(sources)
  // Marks in the text count from 1, even if the indexes start at 0.
  const first = indexed.has(0) ? 0 : 1
  const length = Math.max(0, ...indexed.keys()) + 1 - first
  const numbered = Array.from({ length }, (_, offset) => indexed.get(first + offset))
  return {
    text,
    citations: text === '' ? [] : referencesOf(text, { cited: [], listed: sources, numbered }),
    unrecognized,
  }
}

function citationsOf({ references, links }: Composition, sources: readonly Reference[]): AnswerCitation[] {
  const list = new CitationList()
  const indexed = byIndex(sources)
  for (const { index, span } of references) {
    const source = indexed.get(index)
    if (source) list.cited(source, [span])
  }
  for (const { url, title, span } of links) {
    if (!RESULT_PAGE.test(url)) list.cited({ url, title }, span ? [span] : [])
  }
  for (const source of sources) list.retrieved(source)
  return list.list()
}

interface Reference {
  /** Index that blocks use to refer to it; null if it has none. */
  index: number | null
  url: string
  title: string | null
}

function referencesIn({ references, reference_links: links, sources }: Section): Reference[] {
  const listed = [references, links, sources].find(({ length }) => length > 0) ?? []
  const numbered = listed.some((reference) => reference?.index != null)
  return listed.flatMap((reference, position) => {
    const url = reference?.link ?? reference?.url ?? null
    if (!reference || url === null) return []
    return [{ index: numbered ? reference.index : position, url, title: reference.title ?? reference.source }]
  })
}

/** Maps indexes to sources. Drops indexes that several sources share, because they are ambiguous. */
function byIndex(sources: readonly Reference[]): ReadonlyMap<number, Reference> {
  const shared = new Set<number>()
  const sourceByIndex = new Map<number, Reference>()
  for (const source of sources) {
    if (source.index === null) continue
    if (sourceByIndex.has(source.index)) shared.add(source.index)
    sourceByIndex.set(source.index, source)
  }
  for (const index of shared) sourceByIndex.delete(index)
  return sourceByIndex
}

function isLoadedLater(overview: unknown): boolean {
  return (
    typeof overview === 'object' && overview !== null && 'page_token' in overview && !('error' in overview)
  )
}
