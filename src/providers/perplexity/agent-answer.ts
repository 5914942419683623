import { z } from 'zod'
import type { ProviderAnswer } from '../driver.ts'
import { withReferences } from '../formats/chat-citations.ts'
import { readResponse } from '../formats/responses.ts'
import { listOf, number, objectOf, placesOf, text } from '../reading/lenient.ts'

const sources = placesOf(z.looseObject({ id: number, url: z.string(), title: text }))

// What the Agent API (https://docs.perplexity.ai/api-reference/agent-post) adds to a response in OpenAI's form.
const agentSchema = z.looseObject({
  output: listOf(
    z.looseObject({ type: text, queries: listOf(z.string()), results: sources, contents: sources }),
  ),
  usage: objectOf({
    tool_calls_details: objectOf({ search_web: objectOf({ invocation: number }) }),
  }),
})

const SEARCH_ITEMS = new Set(['search_results', 'fetch_url_results'])

/** Whether a body is one of the Agent API, and not of Sonar. */
export function isAgentAnswer(body: unknown): boolean {
  return z.looseObject({ output: z.array(z.unknown()) }).safeParse(body).success
}

/**
 * Reads a body of the Agent API, whose texts refer to search results by their ids: `[web:2]`.
 * @param requested the model that was requested
 * @throws {ProviderError} of kind `drift` for one without text
 */
export function readAgentAnswer(
  body: unknown,
  requested: string | null,
): Omit<ProviderAnswer, 'surface' | 'locationApplied'> {
  const answer = readResponse(body, requested)
  const { output, usage } = agentSchema.parse(body)
  const items = output.filter(({ type }) => SEARCH_ITEMS.has(type ?? ''))
  const results = items.flatMap((item) => item.results)
  const given = answer.citations.filter(({ kind, spans }) => kind === 'cited' && spans.length > 0)
  const citations = withReferences(answer.text, given, {
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

/** The largest number that a mark can have. */
const LAST_NUMBER = 999

/** The results by the numbers that marks call them, from 1: their ids, or else their places. */
function byNumber(results: z.output<typeof sources>) {
  const byId = new Map(results.map((result, index) => [result?.id ?? index + 1, result]))
  return Array.from({ length: LAST_NUMBER }, (_, index) => byId.get(index + 1) ?? undefined)
}
