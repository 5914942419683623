import { z } from 'zod'
import { listOf, number, objectOf, text } from '../reading/lenient.ts'
import { withoutPrivateMarks } from '../reading/private-marks.ts'

// The body of OpenAI's Responses API (https://platform.openai.com/docs/api-reference/responses/object), which xAI
// (https://docs.x.ai/developers/tools/citations), Azure and gateways speak as well, each with fields of its own.

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

/** The text of a part, in some versions below `value`. */
export const partText = z
  .union([z.string(), z.looseObject({ value: z.string() }).transform(({ value }) => value)])
  .transform(withoutPrivateMarks)
  .nullable()
  .catch(null)

const partSchema = z.looseObject({ type: text, text: partText, refusal: text, annotations: urlAnnotations })

const onlyText = z
  .string()
  .transform((only) => [
    { type: 'output_text', text: withoutPrivateMarks(only), refusal: null, annotations: [] },
  ])

const sources = listOf(
  z.union([
    z.string().transform((url) => ({ url, title: null })),
    z.looseObject({ url: z.string(), title: text }),
  ]),
)

export const actionSchema = z.looseObject({
  type: text,
  query: text,
  queries: listOf(z.string()),
  /** Of a page that was opened or looked through. */
  url: text,
  sources,
})

export const itemSchema = z.looseObject({
  type: text,
  /** Of a tool, as xAI gives it. */
  name: text,
  role: text,
  /** `commentary` or `final_answer`. */
  phase: text,
  status: text,
  content: z.union([onlyText, partSchema.transform((only) => [only]), listOf(partSchema)]),
  // A part that stands on its own.
  text: partText,
  action: actionSchema.nullable().catch(null),
  // The action as a text of JSON, in older bodies of xAI.
  arguments: text,
  input: text,
  results: sources,
})

/** What a use of the API cost, alone or as the sum of its parts, in fields of its usage. */
export const costFields = {
  cost: z.union([z.looseObject({ total_cost: number }).transform((cost) => cost.total_cost), number]),
  cost_in_usd_ticks: number,
}

/** The cost in US dollars; null where it is not told. */
export function dollarsOf(
  usage: { cost: number | null; cost_in_usd_ticks: number | null } | null,
): number | null {
  // 10,000,000,000 ticks are one dollar (https://docs.x.ai/docs/models).
  return usage?.cost_in_usd_ticks == null ? (usage?.cost ?? null) : usage.cost_in_usd_ticks / 1e10
}

/** Of xAI, by the names of its tools. */
const toolCalls = objectOf({ SERVER_SIDE_TOOL_WEB_SEARCH: number, SERVER_SIDE_TOOL_X_SEARCH: number })

export const responseSchema = z.looseObject({
  status: text,
  model: text,
  incomplete_details: objectOf({ reason: text }),
  output: z.array(z.unknown()).catch([]),
  /** As the vendor's own clients add it. */
  output_text: partText,
  /** All that was found, as xAI lists it. */
  citations: sources,
  usage: objectOf({
    input_tokens: number,
    prompt_tokens: number,
    output_tokens: number,
    completion_tokens: number,
    ...costFields,
    server_side_tool_usage_details: objectOf({ web_search_calls: number, x_search_calls: number }),
    server_side_tool_usage: toolCalls,
  }),
  server_side_tool_usage: toolCalls,
  /** Of newer bodies of OpenAI. */
  tool_usage: objectOf({ web_search: objectOf({ num_requests: number }) }),
})

export type ResponseBody = z.output<typeof responseSchema>
export type ResponseItem = z.output<typeof itemSchema>
export type ResponseAction = z.output<typeof actionSchema>
