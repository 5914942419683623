import { z } from 'zod'
import {
  type Bill,
  type ProviderAnswer,
  ProviderError,
  type RawAnswer,
} from '../../core/provider-port/driver.ts'
import { unwrapped } from '../formats/wrapped-body.ts'
import { parseAs, readStoredExchange } from '../http/stored-exchange.ts'
import { CitationList } from '../parsing/citation-list.ts'
import { listOf, number, objectOf, text } from '../parsing/lenient.ts'
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

/**
 * Values of `stop_reason` for a complete answer. Any other value means that the answer is partial: `max_tokens`,
 * `pause_turn`, `model_context_window_exceeded`.
 */
const COMPLETE = new Set(['end_turn', 'stop_sequence', 'refusal'])

/**
 * Parses a message (https://platform.claude.com/docs/en/api/messages). Citations have no offsets, so a span covers
 * the whole text block with the citation.
 * @throws {ProviderError} of kind `drift` if the body is not a message, or has neither text nor a refusal
 */
export function parseAnswer(raw: RawAnswer): ProviderAnswer {
  const { body, request, locationApplied } = readStoredExchange(raw, 'anthropic')
  const message = parseAs(messageSchema, unwrapped(body, ['content', 'stop_reason']), 'a message')
  const unrecognized = new Set<string>()
  const { text: answerText, toolUses, toolResults, ...content } = readContent(message.content, unrecognized)
  const citations = new CitationList()
  for (const { url, title, spans } of content.citations) citations.cited({ url, title }, spans)
  const findings = toolResults.map((result) => readFindings(result))
  for (const source of findings.flatMap(({ sources }) => sources)) citations.retrieved(source)
  const errors = findings.flatMap((finding) => finding.errors)
  for (const error of errors) unrecognized.add(error)
  citations.citeLinks(answerText)
  const searches = findings.reduce((sum, { lists }) => sum + lists, 0)

  const bill = billOf(message, requestSchema.parse(request).model, searches)
  const refused = message.stop_reason === 'refusal'
  if (answerText === '' && !refused) {
    throw new ProviderError('drift', `the message contains no text (stop_reason ${message.stop_reason})`, {
      bill,
    })
  }
  return {
    ...bill,
    status: refused ? 'refused' : 'ok',
    surface: 'api',
    locationApplied,
    text: answerText === '' ? (message.stop_details?.explanation ?? '') : answerText,
    citations: citations.list(),
    searchQueries: queriesOf(toolUses),
    // If all searches failed, the count only says that they were attempted.
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
      // Cache writes and cache reads are counted separately from the input tokens.
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
