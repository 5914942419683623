import { z } from 'zod'
import {
  type Bill,
  type DriverAnswer,
  ProviderError,
  type RawAnswer,
} from '../../core/provider-port/driver.ts'
import { unwrapped } from '../formats/wrapped-body.ts'
import { parseAs, parseBody, readStoredExchange } from '../http/stored-exchange.ts'
import { CitationList } from '../parsing/citation-list.ts'
import { listOf, number, objectOf, sumOfKnown, text } from '../parsing/lenient.ts'
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
/** The bodies of the turns that the vendor paused before the last one. */
const turnsSchema = z.looseObject({ turns: listOf(z.string()) })
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
export function parseAnswer(raw: RawAnswer): DriverAnswer {
  const { body, request, locationApplied } = readStoredExchange(raw, 'anthropic')
  const last = parseAs(messageSchema, unwrapped(body, ['content', 'stop_reason']), 'a message')
  const paused = turnsSchema
    .parse(raw)
    .turns.map((turn) => parseAs(messageSchema, parseBody(turn), 'a message'))
  const message = paused.length === 0 ? last : joinedTurns([...paused, last])
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
  const partial = message.stop_reason !== null && !COMPLETE.has(message.stop_reason)
  if ((answerText === '' && !refused) || (partial && content.isAnnouncement)) {
    const what = answerText === '' ? 'no text' : 'only the announcement of a search'
    throw new ProviderError('drift', `the message contains ${what} (stop_reason ${message.stop_reason})`, {
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
    partial,
    unrecognized: [...unrecognized],
  }
}

/** Joins the turns of an answer that the vendor paused. Every turn is charged. */
function joinedTurns(turns: readonly [Message, ...Message[]] | readonly Message[]): Message {
  const last = turns.at(-1) as Message
  const usages = turns.flatMap(({ usage }) => usage ?? [])
  const total = (count: (usage: NonNullable<Message['usage']>) => number | null) =>
    sumOfKnown(...usages.map(count))
  const content = turns.flatMap(({ content }) =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  )
  return {
    ...last,
    content,
    usage:
      usages.length === 0
        ? null
        : {
            input_tokens: total((usage) => usage.input_tokens),
            cache_creation_input_tokens: total((usage) => usage.cache_creation_input_tokens),
            cache_read_input_tokens: total((usage) => usage.cache_read_input_tokens),
            output_tokens: total((usage) => usage.output_tokens),
            server_tool_use: {
              web_search_requests: total((usage) => usage.server_tool_use?.web_search_requests ?? null),
            },
          },
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
