import { z } from 'zod'
import { listOf, number, objectOf, oneOrMore, placesOf, text } from '../reading/lenient.ts'
import { costFields, partText, urlAnnotations } from './response-body.ts'

// A chat completion (https://platform.openai.com/docs/api-reference/chat/object) as Ollama, vLLM, Perplexity, OpenRouter, Groq and
// other servers send it, which add their sources in places of their own.

/** A source as an address alone, or with its title. */
const sources = placesOf(
  z.union([
    z.string().transform((url) => ({ url, title: null })),
    z.looseObject({ url: z.string(), title: text }),
  ]),
)
const sourceFields = { citations: sources, search_results: sources }

const executedToolSchema = z.looseObject({
  type: text,
  name: text,
  /** A text of JSON. */
  arguments: text,
  search_results: z.union([z.looseObject({ results: sources }).transform(({ results }) => results), sources]),
})

const onlyText = z.string().transform((only) => ({ type: 'text', text: only }))
const partSchema = z.looseObject({ type: text, text: partText })
const messageSchema = z.looseObject({
  ...sourceFields,
  content: z.union([
    onlyText.transform((only) => [only]),
    oneOrMore.catch([]).pipe(listOf(z.union([onlyText, partSchema]))),
  ]),
  refusal: text,
  annotations: urlAnnotations,
  /** Of Groq (https://console.groq.com/docs/web-search). */
  executed_tools: listOf(executedToolSchema),
  /** Of Perplexity's Pro Search. */
  reasoning_steps: listOf(
    z.looseObject({ web_search: objectOf({ search_keywords: listOf(z.string()), search_results: sources }) }),
  ),
  /** Of Azure. */
  context: objectOf(sourceFields),
  /** Of LiteLLM. */
  provider_specific_fields: objectOf(sourceFields),
})
const message = messageSchema.nullable().catch(null)

const choiceSchema = z.looseObject({ finish_reason: text, message, delta: message, text })
export type Choice = z.output<typeof choiceSchema>

const webSearchRequests = objectOf({ web_search_requests: number })
export const completionSchema = z.looseObject({
  ...sourceFields,
  /** Of Qwen. */
  search_info: objectOf(sourceFields),
  model: text,
  choices: oneOrMore.pipe(listOf(choiceSchema)),
  usage: objectOf({
    prompt_tokens: number,
    input_tokens: number,
    completion_tokens: number,
    output_tokens: number,
    /** Of Perplexity, which counts them apart from those of the completion. */
    reasoning_tokens: number,
    num_search_queries: number,
    server_tool_use: webSearchRequests,
    server_tool_use_details: webSearchRequests,
    ...costFields,
  }),
})
