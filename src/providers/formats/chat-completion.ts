import { z } from 'zod'
import { ProviderError, type Usage } from '../../core/provider-port/driver.ts'
import { parseAs } from '../http/stored-exchange.ts'
import { oneOrMore, sumOfKnown } from '../parsing/lenient.ts'
import { withoutPrivateMarks } from '../parsing/private-marks.ts'
import { type Choice, completionSchema } from './chat-body.ts'
import { dollarsOf, type urlAnnotations } from './response-body.ts'

/** A parsed chat completion. */
export interface ChatCompletion {
  /** Without the `<think>` part of a reasoning model; empty if there is no content. */
  text: string
  /** Number of UTF-16 units that were removed before the text. */
  removed: number
  /** The text of a refusal; empty if there is none. */
  refusal: string
  finishReason: string | null
  /** Model as reported by the server. */
  model: string | null
  usage: Usage | null
  /** US dollars; null if the server does not report the cost. */
  costUsd: number | null
  /** Sources that marks in the text refer to by number, starting with 1. */
  numbered: (Source | null)[]
  /** Sources that are only listed. */
  listed: (Source | null)[]
  annotations: z.output<typeof urlAnnotations>
  searchQueries: string[]
  /** Whether the body contains a list of sources, even an empty one. */
  listsSources: boolean
  unrecognized: string[]
}

export interface Source {
  url: string
  title: string | null
}

/** Returns the URL of an endpoint below a base URL. Keeps the query of the base URL. */
export function endpointUrl(baseUrl: string, path: '/chat/completions' | '/models'): URL {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`
  return url
}

/** Returns whether a parsed body is a chat completion. */
export function isChatCompletion(body: unknown): boolean {
  return z.looseObject({ choices: oneOrMore }).safeParse(body).success
}

/**
 * Parses the body of a chat completion. Uses the first choice that contains text.
 * @throws {ProviderError} of kind `drift` if the body is not a chat completion
 */
export function readChatCompletion(body: unknown): ChatCompletion {
  const completion = parseAs(completionSchema, body, 'a chat completion')
  const { model, usage } = completion
  const choice = completion.choices.find((each) => contentOf(each) !== '') ?? completion.choices[0]
  if (!choice) throw new ProviderError('drift', 'not a chat completion: no choice is an object')
  const content = contentOf(choice)
  const answer = withoutReasoning(content)
  const message = choice.message ?? choice.delta
  const holders = [
    completion,
    completion.search_info,
    message,
    message?.context,
    message?.provider_specific_fields,
  ].filter((holder) => holder != null)
  const searches = (message?.executed_tools ?? []).filter(({ type, name }) =>
    /search/.test(`${type} ${name}`),
  )
  const steps = (message?.reasoning_steps ?? []).flatMap(({ web_search: step }) => step ?? [])
  const results = holders.flatMap((holder) => holder.search_results)
  const citations = holders.flatMap((holder) => holder.citations)
  return {
    text: answer,
    removed: content.length - answer.length,
    refusal: message?.refusal ?? '',
    finishReason: choice.finish_reason,
    model,
    usage: usage && {
      inputTokens: usage.prompt_tokens ?? usage.input_tokens,
      outputTokens: sumOfKnown(usage.completion_tokens ?? usage.output_tokens, usage.reasoning_tokens),
      searches:
        usage.num_search_queries ??
        (usage.server_tool_use ?? usage.server_tool_use_details)?.web_search_requests ??
        (searches.length > 0 ? searches.length : null),
    },
    costUsd: dollarsOf(usage),
    numbered: citations.length > 0 ? citations : results,
    listed: [...results, ...[...searches, ...steps].flatMap((search) => search.search_results)],
    annotations: message?.annotations ?? [],
    searchQueries: [
      ...searches.flatMap((search) => queryIn(search.arguments) ?? []),
      ...steps.flatMap((step) => step.search_keywords),
    ],
    listsSources: holdsList(body),
    unrecognized: unknownParts(message?.content ?? []),
  }
}

/**
 * Matches the other channels of gpt-oss, for servers that do not separate them
 * (https://cookbook.openai.com/articles/openai-harmony).
 */
const BEFORE_FINAL = /^[\s\S]*<\|channel\|>final<\|message\|>|<\|(?:end|return)\|>\s*$/g

function contentOf(choice: Choice): string {
  const parts = (choice.message ?? choice.delta)?.content ?? []
  const joined = parts.map((part) => (TEXT_PARTS.has(part.type ?? 'text') ? (part.text ?? '') : '')).join('')
  return withoutPrivateMarks(joined === '' ? (choice.text ?? '') : joined).replace(BEFORE_FINAL, '')
}

const TEXT_PARTS = new Set(['text', 'output_text'])
const SILENT_PARTS = new Set(['image_url', 'thinking', 'reasoning', 'refusal'])

function unknownParts(parts: readonly { type: string | null }[]): string[] {
  const types = parts.map(({ type }) => type ?? 'text')
  return [...new Set(types.filter((type) => !TEXT_PARTS.has(type) && !SILENT_PARTS.has(type)))].map(
    (type) => `content.${type}`,
  )
}

/**
 * Removes the reasoning that models may write before the answer. Its opening tag may be missing, because some servers
 * have it in their prompt template.
 */
function withoutReasoning(content: string): string {
  const opened = /^\s*<think(?:ing)?>/.test(content)
  const end = /<\/think(?:ing)?>\s*/.exec(content)
  // The output was cut off before the answer started.
  if (end === null) return opened ? '' : content
  return opened || !content.slice(0, end.index).includes('<think')
    ? content.slice(end.index + end[0].length)
    : content
}

function queryIn(json: string | null): string | null {
  try {
    return z.looseObject({ query: z.string() }).parse(JSON.parse(json ?? '')).query
  } catch {
    return null
  }
}

function holdsList(body: unknown): boolean {
  const lists = z
    .looseObject({ citations: z.unknown().optional(), search_results: z.unknown().optional() })
    .safeParse(body)
  return (
    lists.success && [lists.data.citations, lists.data.search_results].some((list) => Array.isArray(list))
  )
}
