import { z } from 'zod'
import { type Bill, type ProviderAnswer, ProviderError, type RawAnswer } from '../driver.ts'
import { unwrapped } from '../formats/wrapped-body.ts'
import { parseAs, readStoredExchange } from '../http/stored-exchange.ts'
import { CitationList } from '../reading/citation-list.ts'
import { listOf, number, objectOf, text } from '../reading/lenient.ts'
import { readContent } from './content.ts'
import { readFindings } from './findings.ts'

const messageSchema = z.looseObject({
  content: z.union([z.string(), z.array(z.unknown()), z.looseObject({}).transform((only) => [only])]),
  model: text,
  stop_reason: text,
  stop_details: objectOf({ explanation: text }),
  usage: objectOf({
    input_tokens: number,
    cache_creation_input_tokens: number,
    cache_read_input_tokens: number,
    output_tokens: number,
    server_tool_use: objectOf({ web_search_requests: number }),
  }),
})
type Message = z.output<typeof messageSchema>

const requestSchema = z.looseObject({ model: text }).catch({ model: null })
const searchSchema = z.looseObject({
  name: text,
  input: objectOf({ query: text, queries: listOf(z.string()) }),
})

/** All others mean that there was more to say: `max_tokens`, `pause_turn`, `model_context_window_exceeded`. */
const COMPLETE = new Set(['end_turn', 'stop_sequence', 'refusal'])

/**
 * Reads a message (https://platform.claude.com/docs/en/api/messages). What it cites has no offsets: a span is the whole text block
 * that the vendor attached the citation to.
 * @throws {ProviderError} of kind `drift` for what is no message with text, nor a refusal
 */
export function readAnswer(raw: RawAnswer): ProviderAnswer {
  const { body, request, locationApplied } = readStoredExchange(raw, 'anthropic')
  const message = parseAs(messageSchema, unwrapped(body, ['content', 'stop_reason']), 'a message')
  const unrecognized = new Set<string>()
  const { text: said, toolUses, toolResults, ...content } = readContent(message.content, unrecognized)
  const citations = new CitationList()
  for (const { url, title, spans } of content.citations) citations.cited({ url, title }, spans)
  const found = toolResults.map((result) => readFindings(result))
  for (const source of found.flatMap(({ sources }) => sources)) citations.retrieved(source)
  const errors = found.flatMap((finding) => finding.errors)
  for (const error of errors) unrecognized.add(error)
  citations.citeLinks(said)
  const searches = found.reduce((sum, { lists }) => sum + lists, 0)

  const bill = billOf(message, requestSchema.parse(request).model, searches)
  const refused = message.stop_reason === 'refusal'
  if (said === '' && !refused) {
    throw new ProviderError('drift', `the message holds no text (stop_reason ${message.stop_reason})`, {
      bill,
    })
  }
  return {
    ...bill,
    status: refused ? 'refused' : 'ok',
    surface: 'api',
    locationApplied,
    text: said === '' ? (message.stop_details?.explanation ?? '') : said,
    citations: citations.list(),
    searchQueries: queriesOf(toolUses),
    // Where all failed, the count says only that they were begun.
    searched:
      searches > 0 ||
      content.citations.length > 0 ||
      (errors.length === 0 && (bill.usage?.searches ?? 0) > 0),
    partial: message.stop_reason !== null && !COMPLETE.has(message.stop_reason),
    unrecognized: [...unrecognized],
  }
}

function queriesOf(toolUses: readonly unknown[]): string[] {
  const queries = toolUses.flatMap((use) => {
    const { name, input } = searchSchema.parse(use)
    return name === 'web_search' && input ? [input.query ?? '', ...input.queries] : []
  })
  return [...new Set(queries)].filter((query) => query !== '')
}

function billOf({ model, usage }: Message, requested: string | null, searches: number): Bill {
  return {
    model: { requested, reported: model },
    usage: usage && {
      // What is written to and read from the cache is counted apart.
      inputTokens:
        usage.input_tokens === null
          ? null
          : usage.input_tokens +
            (usage.cache_creation_input_tokens ?? 0) +
            (usage.cache_read_input_tokens ?? 0),
      outputTokens: usage.output_tokens,
      searches: usage.server_tool_use?.web_search_requests ?? searches,
    },
    costUsd: null,
  }
}
