import { z } from 'zod'
import { CitationList } from '../citation-list.ts'
import { citationMarks } from '../citation-marks.ts'
import type { ProviderAnswer } from '../driver.ts'
import { readResponse } from '../http/responses.ts'
import { listOf, number, objectOf, placesOf, text } from '../lenient.ts'

const sources = placesOf(z.looseObject({ id: number, url: z.string(), title: text }))

// What the Agent API (https://docs.perplexity.ai/api-reference/agent-post) adds to a response in OpenAI's form.
const agentSchema = z.looseObject({
  output: listOf(
    z.looseObject({ type: text, queries: listOf(z.string()), results: sources, contents: sources }),
  ),
  usage: objectOf({
    cost: objectOf({ total_cost: number }),
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
  const list = new CitationList()
  for (const { span, numbers } of citationMarks(answer.text)) {
    for (const number of numbers) {
      const source = results.find((result, index) => (result?.id ?? index + 1) === number)
      if (source) list.cited(source, [span])
    }
  }
  for (const citation of answer.citations) {
    if (citation.kind === 'cited') list.cited(citation, citation.spans)
    else list.retrieved(citation)
  }
  for (const source of [...results, ...items.flatMap((item) => item.contents)])
    if (source) list.retrieved(source)
  const queries = items.flatMap((item) => item.queries)
  const searches = usage?.tool_calls_details?.search_web?.invocation ?? null
  return {
    ...answer,
    citations: list.list(),
    searchQueries: [...new Set([...answer.searchQueries, ...queries])],
    searched: answer.searched || items.length > 0,
    usage: answer.usage && { ...answer.usage, searches: searches ?? answer.usage.searches },
    costUsd: usage?.cost?.total_cost ?? answer.costUsd,
    unrecognized: answer.unrecognized.filter((kind) => !SEARCH_ITEMS.has(kind.replace('output.', ''))),
  }
}
