import { z } from 'zod'
import type { DriverAnswer } from '../../core/provider-port/driver.ts'
import { withReferences } from '../formats/chat-citations.ts'
import { readResponse } from '../formats/responses.ts'
import { listOf, number, objectOf, placesOf, text } from '../parsing/lenient.ts'

const sources = placesOf(z.looseObject({ id: number, url: z.string(), title: text }))

// Fields that the Agent API (https://docs.perplexity.ai/api-reference/agent-post) adds to OpenAI's response format.
const agentSchema = z.looseObject({
  output: listOf(
    z.looseObject({ type: text, queries: listOf(z.string()), results: sources, contents: sources }),
  ),
  usage: objectOf({
    tool_calls_details: objectOf({ search_web: objectOf({ invocation: number }) }),
  }),
})

const SEARCH_ITEMS = new Set(['search_results', 'fetch_url_results'])

/** Returns whether a body comes from the Agent API rather than Sonar. */
export function isAgentAnswer(body: unknown): boolean {
  return z.looseObject({ output: z.array(z.unknown()) }).safeParse(body).success
}

/**
 * Parses a body of the Agent API. Its texts refer to search results by id, as in `[web:2]`.
 * @param requested the requested model
 * @throws {ProviderError} of kind `drift` if there is no text
 */
export function readAgentAnswer(
  body: unknown,
  requested: string | null,
): Omit<DriverAnswer, 'surface' | 'locationApplied'> {
  const answer = readResponse(body, requested)
  const { output, usage } = agentSchema.parse(body)
  const items = output.filter(({ type }) => SEARCH_ITEMS.has(type ?? ''))
  const results = items.flatMap((item) => item.results)
  const placed = answer.citations.filter(({ kind, spans }) => kind === 'cited' && spans.length > 0)
  const citations = withReferences(answer.text, placed, {
    cited: answer.citations.filter(({ kind, spans }) => kind === 'cited' && spans.length === 0),
    listed: [
      ...answer.citations,
      ...[...results, ...items.flatMap((item) => item.contents)].filter((source) => source !== null),
    ],
    numbered: byNumber(results),
  })
  const queries = items.flatMap((item) => item.queries)
  const searches = usage?.tool_calls_details?.search_web?.invocation ?? null
  return {
    ...answer,
    citations,
    searchQueries: [...new Set([...answer.searchQueries, ...queries])],
    searched: answer.searched || items.length > 0,
    usage: answer.usage && {
      ...answer.usage,
      searches: searches ?? (answer.usage.searches || (items.length > 0 ? null : 0)),
    },
    unrecognized: answer.unrecognized.filter((kind) => !SEARCH_ITEMS.has(kind.replace('output.', ''))),
  }
}

/** The largest number in a mark. */
const LAST_NUMBER = 999

/** Returns the results by the number that marks use, starting with 1: their id, or their position if they have none. */
function byNumber(results: z.output<typeof sources>) {
  const byId = new Map(results.map((result, index) => [result?.id ?? index + 1, result]))
  return Array.from({ length: LAST_NUMBER }, (_, index) => byId.get(index + 1) ?? undefined)
}
