import { z } from 'zod'
import { listOf, number, objectOf, text } from '../parsing/lenient.ts'
import { withoutPrivateMarks } from '../parsing/private-marks.ts'

// The body of OpenAI's Responses API (https://platform.openai.com/docs/api-reference/responses/object). xAI
// (https://docs.x.ai/developers/tools/citations), Azure and gateways use the same format with additional fields.

const annotationSchema = z.looseObject({
  type: text,
  url: text,
  title: text,
  start_index: number,
  end_index: number,
})

/** Annotations of a text. Chat completions nest their fields under `url_citation`. */
export const urlAnnotations = listOf(
  z.looseObject({ ...annotationSchema.shape, url_citation: objectOf(annotationSchema.shape) }),
)

/** The text of a part, which some versions nest under `value`. */
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
  /** The page that was opened or searched. */
  url: text,
  sources,
})

export const itemSchema = z.looseObject({
  type: text,
  /** Name of the tool; only xAI. */
  name: text,
  role: text,
  /** `commentary` or `final_answer`. */
  phase: text,
  status: text,
  content: z.union([onlyText, partSchema.transform((only) => [only]), listOf(partSchema)]),
  // Text of a part that is not nested in a message.
  text: partText,
  action: actionSchema.nullable().catch(null),
  // The action as a JSON string, in older bodies of xAI.
  arguments: text,
  input: text,
  results: sources,
})

/** Fields of `usage` with the cost of a call, either in total or with a breakdown. */
export const costFields = {
  cost: z.union([z.looseObject({ total_cost: number }).transform((cost) => cost.total_cost), number]),
  cost_in_usd_ticks: number,
}

/** Returns the cost in US dollars, or null if it is not reported. */
export function dollarsOf(
  usage: { cost: number | null; cost_in_usd_ticks: number | null } | null,
): number | null {
  // 10,000,000,000 ticks are one dollar (https://docs.x.ai/docs/models).
  return usage?.cost_in_usd_ticks == null ? (usage?.cost ?? null) : usage.cost_in_usd_ticks / 1e10
}

/** Counts by name of the tool; only xAI. */
const toolCalls = objectOf({ SERVER_SIDE_TOOL_WEB_SEARCH: number, SERVER_SIDE_TOOL_X_SEARCH: number })

export const responseSchema = z.looseObject({
  status: text,
  model: text,
  incomplete_details: objectOf({ reason: text }),
  output: z.array(z.unknown()).catch([]),
  /** Added by the vendor's SDKs. */
  output_text: partText,
  /** All search results; only xAI. */
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
  /** Only in newer bodies of OpenAI. */
  tool_usage: objectOf({ web_search: objectOf({ num_requests: number }) }),
})

export type ResponseBody = z.output<typeof responseSchema>
export type ResponseItem = z.output<typeof itemSchema>
export type ResponseAction = z.output<typeof actionSchema>
