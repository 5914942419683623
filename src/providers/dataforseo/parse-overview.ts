import { z } from 'zod'
import { parseAs } from '../http/stored-exchange.ts'
import { flag, listOf, number, text } from '../parsing/lenient.ts'
import { type ListedSource, referencesOf } from '../parsing/text-references.ts'
import { joinedText, numberedSources, type Part, placementsWithin, readPart, sourcesWithin } from './parts.ts'
import type { ReadResult } from './task.ts'

const OVERVIEW = 'ai_overview'
const ELEMENT = /^ai_overview_\w*element$/
/** The overview inside the knowledge panel about a person, a place or a thing. */
const PANEL_OVERVIEW = 'knowledge_graph_ai_overview_item'

const REFERENCE = 'ai_overview_reference'

const resultSchema = z.looseObject({
  item_types: listOf(z.string()),
  items_count: number,
  items: z.array(z.unknown()).nullable().catch(null),
})
const itemSchema = z.looseObject({
  type: text,
  asynchronous_ai_overview: flag,
  items: listOf(z.unknown()),
  references: numberedSources,
})
type Item = z.output<typeof itemSchema>

const KNOWN_ELEMENTS = new Set([
  'ai_overview_element',
  'ai_overview_expanded_element',
  'ai_overview_expanded_component',
  'ai_overview_paid',
  REFERENCE,
  'ai_overview_shopping',
  'ai_overview_table_element',
  'ai_overview_video_element',
])

/**
 * Parses the AI Overview of a page of search results
 * (https://docs.dataforseo.com/v3/serp/google/organic/live/advanced/). An overview that Google announced but did not
 * load with the page counts as not shown.
 */
export function readOverview(value: unknown): ReadResult {
  const result = parseAs(resultSchema, value, 'a page of results')
  const items = itemsIn(result.items ?? [])
  const overviews = items.filter(isOverview)
  const nested = items.flatMap((item) => itemsIn(item.items)).filter(isOverview)
  const answers = readAnswers(overviews.length > 0 ? overviews : nested)
  return {
    ...answers,
    notShown:
      answers.announced || (!answers.found && hasItems(result) && !result.item_types.includes(OVERVIEW)),
  }
}

/**
 * Parses a page of AI Mode. Its only item is the answer, in the form of an overview
 * (https://docs.dataforseo.com/v3/serp/google/ai_mode/live/advanced/).
 */
export function readAiMode(value: unknown): ReadResult {
  const result = parseAs(resultSchema, value, 'a page of AI Mode')
  const items = itemsIn(result.items ?? [])
  const overviews = items.filter(({ type }) => type === OVERVIEW)
  const answers = readAnswers(overviews.length > 0 ? overviews : items)
  for (const { type } of items) if (type !== OVERVIEW) answers.unrecognized.add(`item.${type}`)
  return {
    ...answers,
    notShown: answers.announced || (!answers.found && hasItems(result) && result.item_types.length === 0),
  }
}

/** Returns whether the list of items was parsed. Only then does a missing item mean that it was not on the page. */
function hasItems({ items, items_count: count }: z.output<typeof resultSchema>): boolean {
  return items !== null || count === 0
}

function readAnswers(items: readonly Item[]) {
  const overviews = items.flatMap((item) => {
    const part = readPart(item)
    return part ? [{ item, part }] : []
  })
  const answer = joinedText(overviews.map(({ part }) => part))
  const elements = overviews.flatMap(({ part }) => part.parts)
  const numbered = overviews.flatMap(({ item }) => [...item.references, ...referencesAmong(item.items)])
  const nested = sourcesWithin(elements)
  const sources = {
    cited: nested,
    listed: numbered.flatMap((each) => each ?? []),
    numbered: numbered.length > 0 ? numbered : nested,
  }
  const found = overviews.length > 0
  return {
    found,
    announced:
      found && overviews.every(({ item, part }) => item.asynchronous_ai_overview === true && isEmpty(part)),
    model: null,
    text: answer,
    citations: answer === '' ? [] : referencesOf(answer, sources),
    searchQueries: [],
    searched: answer === '' ? null : true,
    placements: placementsWithin({ items }),
    unrecognized: new Set(
      elements.filter(({ type }) => !KNOWN_ELEMENTS.has(type ?? '')).map(({ type }) => `overview.${type}`),
    ),
  }
}

/** Returns references that are listed among the elements instead of in `references`. */
function referencesAmong(values: readonly unknown[]): (ListedSource | undefined)[] {
  return numberedSources.parse(itemsIn(values).filter(({ type }) => type === REFERENCE))
}

/** Returns whether an item is an overview, regardless of its type. */
function isOverview({ type, items }: Item): boolean {
  return (
    type === OVERVIEW ||
    type === PANEL_OVERVIEW ||
    itemsIn(items).some((element) => ELEMENT.test(element.type ?? ''))
  )
}

function itemsIn(values: readonly unknown[]): Item[] {
  return listOf(itemSchema).parse(values)
}

function isEmpty(part: Part): boolean {
  return part.text === '' && part.parts.length === 0
}
