import { z } from 'zod'
import { CitationList } from '../citation-list.ts'
import { type AnswerCitation, ProviderError, type Usage } from '../driver.ts'
import { listOf, number, objectOf, text } from '../lenient.ts'
import { linkSpans, verifiedLinkSpan } from '../spans.ts'
import { parseAs } from './stored-exchange.ts'

// The body of OpenAI's Responses API (https://platform.openai.com/docs/api-reference/responses/object), which xAI speaks as well.

const annotationSchema = z.looseObject({
  type: text,
  url: text,
  title: text,
  start_index: number,
  end_index: number,
})

/** Annotations of a text; chat completions nest what an annotation says below its type. */
export const urlAnnotations = listOf(
  z.looseObject({ ...annotationSchema.shape, url_citation: objectOf(annotationSchema.shape) }),
)

const partSchema = z.looseObject({ type: text, text, refusal: text, annotations: urlAnnotations })

const actionSchema = z.looseObject({
  type: text,
  query: text,
  queries: listOf(z.string()),
  sources: listOf(z.looseObject({ url: z.string(), title: text })),
})

const itemSchema = z.looseObject({
  type: text,
  role: text,
  status: text,
  content: z.union([
    z.string().transform((only) => [{ type: 'output_text', text: only, refusal: null, annotations: [] }]),
    listOf(partSchema),
  ]),
  action: actionSchema.nullable().catch(null),
  // Older bodies of xAI: the action as a text of JSON.
  arguments: text,
})

const responseSchema = z.looseObject({
  status: text,
  model: text,
  error: objectOf({ code: text, message: text }),
  incomplete_details: objectOf({ reason: text }),
  output: z.array(z.unknown()),
  citations: listOf(z.union([z.string(), z.looseObject({ url: z.string(), title: text })])),
  usage: objectOf({
    input_tokens: number,
    output_tokens: number,
    num_sources_used: number,
    cost_in_usd_ticks: number,
    server_side_tool_usage_details: objectOf({ web_search_calls: number }),
  }),
})

/** A response, read. */
export interface ReadResponse {
  model: string | null
  /** The texts of its messages, one after the other. */
  text: string
  /** The text of a refusal; null where there is none. */
  refusal: string | null
  partial: boolean
  citations: AnswerCitation[]
  searchQueries: string[]
  /** Whether a search was made. */
  searched: boolean
  usage: Usage | null
  /** What xAI reports as billed, in US dollars. */
  costUsd: number | null
  unrecognized: string[]
}

/** Items without text for the reader: how the model worked. */
const SILENT_ITEMS = new Set([
  'reasoning',
  'function_call',
  'custom_tool_call',
  'x_search_call',
  'compaction',
])
const SEARCH_ACTIONS = new Set(['search', 'open_page', 'find_in_page', 'find', 'open'])

/**
 * Reads the body of a response.
 * @throws {ProviderError} of kind `drift` for anything else, and for one without text
 */
export function readResponse(body: unknown): ReadResponse {
  const response = parseAs(responseSchema, body, 'a response')
  const unrecognized = new Set<string>()
  const reading = {
    text: '',
    refusal: '',
    citations: new CitationList(),
    queries: new Set<string>(),
    searches: 0,
    searched: false,
  }
  for (const value of response.output) {
    const item = itemSchema.safeParse(value)
    if (!item.success) unrecognized.add('output')
    else if (item.data.type === 'message') readMessage(item.data.content, reading, unrecognized)
    else if (item.data.type === 'web_search_call') readSearch(item.data, reading, unrecognized)
    else if (!SILENT_ITEMS.has(item.data.type ?? '')) unrecognized.add(`output.${item.data.type}`)
  }
  for (const source of response.citations) {
    reading.citations.retrieved(typeof source === 'string' ? { url: source, title: null } : source)
  }
  const refused =
    reading.text === '' &&
    (reading.refusal !== '' || response.incomplete_details?.reason === 'content_filter')
  const { usage } = response
  const charged = {
    usage: usage && {
      inputTokens: usage.input_tokens,
      outputTokens: usage.output_tokens,
      searches: usage.server_side_tool_usage_details?.web_search_calls ?? reading.searches,
    },
    // 10,000,000,000 ticks are one dollar (https://docs.x.ai/docs/models).
    costUsd: usage?.cost_in_usd_ticks == null ? null : usage.cost_in_usd_ticks / 1e10,
  }
  if (reading.text === '' && !refused) {
    // As when all tokens were used for reasoning, which are charged.
    const bill = { model: { requested: null, reported: response.model }, ...charged }
    throw new ProviderError('drift', `the response holds no text (status ${response.status})`, { bill })
  }
  return {
    model: response.model,
    text: reading.text,
    refusal: refused ? reading.refusal : null,
    partial: response.status === 'incomplete' || response.incomplete_details !== null,
    citations: reading.citations.list(),
    searchQueries: [...reading.queries],
    searched: reading.searched,
    ...charged,
    unrecognized: [...unrecognized],
  }
}

interface Reading {
  text: string
  refusal: string
  citations: CitationList
  queries: Set<string>
  searches: number
  searched: boolean
}

function readMessage(
  parts: z.output<typeof itemSchema>['content'],
  reading: Reading,
  unrecognized: Set<string>,
): void {
  for (const part of parts) {
    if (part.type === 'refusal') reading.refusal += part.refusal ?? part.text ?? ''
    else if (part.type !== 'output_text' && part.type !== 'text') unrecognized.add(`content.${part.type}`)
    else {
      const before = reading.text === '' ? '' : `${reading.text}\n\n`
      const own = part.text ?? ''
      reading.text = own === '' ? reading.text : before + own
      for (const annotation of part.annotations)
        readAnnotation(annotation, own, before.length, reading, unrecognized)
    }
  }
}

function readAnnotation(
  { url_citation: nested, ...flat }: z.output<typeof partSchema>['annotations'][number],
  part: string,
  offset: number,
  reading: Reading,
  unrecognized: Set<string>,
): void {
  const { url, title, start_index: start, end_index: end } = nested ?? flat
  if (url === null || flat.type !== 'url_citation') {
    unrecognized.add(`annotation.${flat.type}`)
    return
  }
  const given = start === null || end === null ? null : verifiedLinkSpan(part, start, end, url)
  const spans = given ? [given] : linkSpans(part, url)
  reading.citations.cited(
    // xAI writes the number of the source as its title.
    { url, title: title !== null && /^\d+$/.test(title) ? null : title },
    spans.map((span) => ({ start: span.start + offset, end: span.end + offset })),
  )
}

function readSearch(
  { action, arguments: written, status }: z.output<typeof itemSchema>,
  reading: Reading,
  unrecognized: Set<string>,
): void {
  const done = action ?? actionIn(written)
  if (status !== 'failed') reading.searched = true
  if (done === null) return
  if (done.type !== null && !SEARCH_ACTIONS.has(done.type)) unrecognized.add(`action.${done.type}`)
  if (done.type === 'search' || done.type === null) reading.searches += 1
  for (const query of [...done.queries, done.query]) if (query) reading.queries.add(query)
  for (const source of done.sources) reading.citations.retrieved(source)
}

function actionIn(written: string | null): z.output<typeof actionSchema> | null {
  try {
    return actionSchema.parse(JSON.parse(written ?? 'null'))
  } catch {
    return null
  }
}

/**
 * The failure that a response with status 200 tells, for which nothing was answered; null for any other body.
 * @param body as received
 */
export function failureInResponse(body: string): ProviderError | null {
  const failed = failedSchema.safeParse(parseIfJson(body))
  if (!failed.success) return null
  const { code, message } = failed.data.error
  const again = /server|rate|timeout|overload|unavailable/.test(`${code}`)
  return new ProviderError(
    again ? 'retry' : 'invalid',
    `the response failed: ${code} ${message ?? ''}`.trim(),
  )
}

const failedSchema = z.looseObject({
  status: z.literal('failed'),
  error: z.looseObject({ code: text, message: text }),
})

function parseIfJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
