import { z } from 'zod'
import {
  type Bill,
  type DriverAnswer,
  ProviderError,
  type RawAnswer,
} from '../../core/provider-port/driver.ts'
import { parseAs, readStoredExchange } from '../http/stored-exchange.ts'
import { CitationList } from '../parsing/citation-list.ts'
import { markSpan } from '../parsing/citation-marks.ts'
import { text as optionalText, sumOfKnown } from '../parsing/lenient.ts'
import { answerPassages, type Passage, separatorAfter } from '../parsing/passages.ts'
import { linkSpans, markdownLinks, verifiedLinkSpan } from '../parsing/spans.ts'
import { readChatAnswer } from './chat-answer.ts'
import { isChatCompletion } from './chat-completion.ts'
import {
  dollarsOf,
  itemSchema,
  type ResponseBody,
  type ResponseItem,
  responseSchema,
} from './response-body.ts'
import { readSearch, type Searches } from './response-search.ts'
import { unwrapped } from './wrapped-body.ts'

const requestSchema = z.looseObject({ model: optionalText }).catch({ model: null })

type Part = ResponseItem['content'][number]

/** Items about how the model worked, without text of the answer. */
const SILENT_ITEMS = new Set([
  'reasoning',
  'function_call',
  'custom_tool_call',
  'code_interpreter_call',
  'code_execution_call',
  'file_search_call',
  'image_generation_call',
  'mcp_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'tool_search_call',
  'tool_search_output',
  'shell_call',
  'shell_call_output',
  'computer_call',
  'view_image_call',
  'view_x_video_call',
  'compaction',
])
/** Roles of messages that are not part of the answer. Some bodies repeat the request. */
const ASKING_ROLES = new Set(['user', 'system', 'developer', 'tool'])
const MESSAGES = new Set([null, 'message', 'output_text'])
const UNFINISHED = new Set(['incomplete', 'in_progress', 'queued', 'cancelled'])

/**
 * Parses a raw answer of an API with this format.
 * @param driver name of the driver that received the answer
 * @throws {ProviderError} of kind `drift` if it is not a response with text or a refusal
 */
export function readResponseAnswer(raw: RawAnswer, driver: string): DriverAnswer {
  const { body: received, request, locationApplied } = readStoredExchange(raw, driver)
  const body = unwrapped(received, ['output', 'output_text', 'choices'])
  const { model } = requestSchema.parse(request)
  // Some models are only available in the older API, and some gateways only speak that one.
  const answer = isChatCompletion(body) ? readChatAnswer(body, model) : readResponse(body, model)
  return { ...answer, surface: 'api', locationApplied }
}

/**
 * Parses the body of a response: the text of its messages and the sources they link.
 * @param requested the requested model
 * @throws {ProviderError} of kind `drift` for anything else, or a response without text or a refusal
 */
export function readResponse(
  body: unknown,
  requested: string | null,
): Omit<DriverAnswer, 'surface' | 'locationApplied'> {
  const response = parseAs(responseSchema, body, 'a response')
  const unrecognized = new Set<string>()
  const citations = new CitationList()
  const searches: Searches = { queries: new Set(), count: 0, searched: false }
  const { passages, refusal } = readItems(response, { citations, searches, unrecognized })
  const text =
    passages.length === 0 ? (response.output_text ?? '') : joined(passages, citations, unrecognized)
  for (const source of response.citations) citations.retrieved(source)
  citations.citeLinks(text)
  // xAI marks its sources in the text as `[[1]](url)`.
  for (const { url, label, span } of markdownLinks(text)) {
    if (/^\[\d+\]$/.test(label)) citations.cited({ url, title: null }, [span])
  }

  const reason = response.incomplete_details?.reason ?? null
  const refused = text === '' && (refusal !== '' || reason === 'content_filter')
  const bill = billOf(response, requested, searches)
  if (text === '' && !refused) {
    // For example if all tokens were used for reasoning, which is billed.
    throw new ProviderError('drift', `the response contains no text (status ${response.status})`, { bill })
  }
  return {
    ...bill,
    status: refused ? 'refused' : 'ok',
    text: refused ? refusal : text,
    citations: citations.list(),
    searchQueries: [...searches.queries],
    // A response with linked sources has searched, even if the body does not mention a search.
    searched: searches.searched || citations.list().length > 0,
    partial: UNFINISHED.has(response.status ?? '') || reason !== null,
    unrecognized: [...unrecognized].toSorted(),
  }
}

interface Message extends Passage {
  parts: Part[]
  phase: string | null
}

function readItems(
  { output }: ResponseBody,
  reading: { citations: CitationList; searches: Searches; unrecognized: Set<string> },
): { passages: Message[]; refusal: string } {
  const messages: Message[] = []
  let refusal = ''
  for (const value of output) {
    const item = itemSchema.safeParse(value).data
    const parts = item && partsOf(item)
    if (!item) reading.unrecognized.add('output')
    else if (parts) {
      for (const part of parts) if (part.type === 'refusal') refusal += part.refusal ?? part.text ?? ''
      messages.push(messageOf(parts, item.phase, reading.unrecognized))
      if (!MESSAGES.has(item.type)) reading.unrecognized.add(`output.${item.type}`)
    } else if (readSearch(item, reading)) for (const message of messages) message.beforeTool = true
    else if (!SILENT_ITEMS.has(item.type ?? '')) reading.unrecognized.add(`output.${item.type}`)
  }
  const spoken = answerPassages(messages)
  const final = spoken.some(({ phase }) => phase === 'final_answer')
  return { passages: spoken.filter(({ phase }) => !(final && phase === 'commentary')), refusal }
}

/** Returns the parts of a message, or null for any other item. */
function partsOf({ type, role, content, text }: ResponseItem): Part[] | null {
  if (type === 'output_text') return [{ type, text, refusal: null, annotations: [] }]
  if (type !== 'message' && (role === null || SILENT_ITEMS.has(type ?? ''))) return null
  return ASKING_ROLES.has(role ?? '') ? [] : content
}

const KNOWN_PARTS = new Set([null, 'output_text', 'text', 'refusal'])
const UNSPOKEN = /reason|think|summary|tool|refusal/

function hasWords({ text, refusal }: Part): boolean {
  return (text ?? refusal ?? '') !== ''
}

function messageOf(received: readonly Part[], phase: string | null, unrecognized: Set<string>): Message {
  const recognized = received.filter(({ type }) => KNOWN_PARTS.has(type))
  // Text of an unknown kind is better than no text.
  const parts = (recognized.some(hasWords) ? recognized : received).filter(
    ({ type }) => !UNSPOKEN.test(type ?? ''),
  )
  for (const { type } of received) {
    if (!KNOWN_PARTS.has(type)) unrecognized.add(`content.${type}`)
  }
  return {
    parts,
    phase,
    text: parts.map(({ text }) => text ?? '').join(''),
    cites: parts.some(({ annotations }) => annotations.length > 0),
    beforeTool: false,
  }
}

/** Joins the texts of the messages, and adds their annotations to `citations`. */
function joined(messages: readonly Message[], citations: CitationList, unrecognized: Set<string>): string {
  let all = ''
  for (const { parts } of messages) {
    all += separatorAfter(all)
    for (const part of parts) {
      const start = all.length
      all += part.text ?? ''
      for (const annotation of part.annotations)
        readAnnotation(annotation, { text: part.text ?? '', start }, citations, unrecognized)
    }
  }
  return all
}

function readAnnotation(
  { url_citation: nested, ...flat }: Part['annotations'][number],
  part: { text: string; start: number },
  citations: CitationList,
  unrecognized: Set<string>,
): void {
  const { url, title, start_index: start, end_index: end } = nested ?? flat
  if (url === null || !/^(url.)?citation$/.test(flat.type ?? 'citation')) {
    unrecognized.add(`annotation.${flat.type}`)
    return
  }
  const annotated =
    start === null || end === null
      ? null
      : (verifiedLinkSpan(part.text, start, end, url) ?? markSpan(part.text, start, end))
  const spans = annotated ? [annotated] : linkSpans(part.text, url)
  citations.cited(
    // xAI sets the title to the number or the URL of the source.
    { url, title: title === null || title === url || /^\d*$/.test(title) ? null : title },
    spans.map((span) => ({ start: span.start + part.start, end: span.end + part.start })),
  )
}

function billOf(response: ResponseBody, requested: string | null, searches: Searches): Bill {
  const { model, usage } = response
  return {
    model: { requested, reported: model },
    usage: usage && {
      inputTokens: usage.input_tokens ?? usage.prompt_tokens,
      outputTokens: usage.output_tokens ?? usage.completion_tokens,
      searches: billedSearches(response) ?? searches.count,
    },
    costUsd: dollarsOf(usage),
  }
}

/** Returns the number of searches that the vendor counted, or null if it does not report one. */
function billedSearches({
  usage,
  tool_usage: tools,
  server_side_tool_usage: calls,
}: ResponseBody): number | null {
  const details = usage?.server_side_tool_usage_details
  const named = usage?.server_side_tool_usage ?? calls
  return (
    sumOfKnown(details?.web_search_calls ?? null, details?.x_search_calls ?? null) ??
    sumOfKnown(named?.SERVER_SIDE_TOOL_WEB_SEARCH ?? null, named?.SERVER_SIDE_TOOL_X_SEARCH ?? null) ??
    tools?.web_search?.num_requests ??
    null
  )
}
