import { z } from 'zod'
import { listOf, number, objectOf, oneOrMore, placesOf, text } from '../parsing/lenient.ts'
import { costFields, partText, urlAnnotations } from './response-body.ts'

// A chat completion (https://platform.openai.com/docs/api-reference/chat/object) as sent by Ollama, vLLM, Perplexity,
// OpenRouter, Groq and other servers. Each server puts its sources in different fields.

/** A source: only a URL, or an object with a title. */
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
  /** JSON as a string. */
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
  /** Only Groq (https://console.groq.com/docs/web-search). */
  executed_tools: listOf(executedToolSchema),
  /** Only Perplexity's Pro Search. */
  reasoning_steps: listOf(
    z.looseObject({ web_search: objectOf({ search_keywords: listOf(z.string()), search_results: sources }) }),
  ),
  /** Only Azure. */
  context: objectOf(sourceFields),
  /** Only LiteLLM. */
  provider_specific_fields: objectOf(sourceFields),
})
const message = messageSchema.nullable().catch(null)

const choiceSchema = z.looseObject({ finish_reason: text, message, delta: message, text })
export type Choice = z.output<typeof choiceSchema>

const webSearchRequests = objectOf({ web_search_requests: number })
export const completionSchema = z.looseObject({
  ...sourceFields,
  /** Only Qwen. */
  search_info: objectOf(sourceFields),
  model: text,
  choices: oneOrMore.pipe(listOf(choiceSchema)),
  usage: objectOf({
    prompt_tokens: number,
    input_tokens: number,
    completion_tokens: number,
    output_tokens: number,
    /** Only Perplexity, which counts reasoning tokens separately from the completion. */
    reasoning_tokens: number,
    num_search_queries: number,
    server_tool_use: webSearchRequests,
    server_tool_use_details: webSearchRequests,
    ...costFields,
  }),
})
