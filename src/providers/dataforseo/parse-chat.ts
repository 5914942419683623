import { z } from 'zod'
import { parseAs } from '../http/stored-exchange.ts'
import { listOf, text } from '../parsing/lenient.ts'
import { referencesOf } from '../parsing/text-references.ts'
import { numberedSources, placementsWithin, readPart, sourceList, sourcesWithin } from './parts.ts'
import type { ReadResult } from './task.ts'

const resultSchema = z.looseObject({
  model: text,
  model_name: text,
  sources: numberedSources,
  search_results: sourceList,
  fan_out_queries: listOf(
    z.union([z.string().min(1), z.looseObject({ query: z.string().min(1) }).transform(({ query }) => query)]),
  ),
})

const KNOWN_ITEMS = new Set([
  'chat_gpt_ad',
  'chat_gpt_images',
  'chat_gpt_local_businesses',
  'chat_gpt_navigation_list',
  'chat_gpt_products',
  'chat_gpt_table',
  'chat_gpt_text',
  'gemini_images',
  'gemini_local_businesses',
  'gemini_products',
  'gemini_table',
  'gemini_text',
  'message',
  'reasoning',
])

/**
 * Parses a page of ChatGPT or Gemini
 * (https://docs.dataforseo.com/v3/ai_optimization/chat_gpt/llm_scraper/live/advanced/). `sources` are the sources
 * that the answer uses, `search_results` is everything the search found.
 */
export function readChat(value: unknown): ReadResult {
  const result = parseAs(resultSchema, value, 'a page of a chat')
  const page = readPart(value)
  const answer = page?.text ?? ''
  const parts = page?.parts ?? []
  const cited = sourcesWithin(page ? [page] : [])
  // Pages of Gemini do not say whether it searched the web.
  const tellsSearches = Object.hasOwn(Object(value), 'search_results')
  const searchTraces = [...cited, ...result.search_results, ...result.fan_out_queries]
  return {
    notShown: false,
    model: result.model ?? result.model_name,
    text: answer,
    citations: referencesOf(answer, { cited, listed: result.search_results, numbered: result.sources }),
    searchQueries: [...new Set(result.fan_out_queries)],
    searched: searchTraces.length > 0 ? true : tellsSearches ? false : null,
    placements: placementsWithin(value),
    unrecognized: new Set(
      parts.filter(({ type }) => !KNOWN_ITEMS.has(type ?? '')).map(({ type }) => `item.${type}`),
    ),
  }
}
