import { z } from 'zod'

const count = z.int().nonnegative()
const offset = count.describe('Offset into `answer`, in UTF-16 code units.')
const position = z
  .int()
  .positive()
  .nullable()
  .describe('Order of first mention among all tracked brands, 1-based.')
const score = z.number().min(-1).max(1).nullable()
const sentimentLabel = z.enum(['positive', 'neutral', 'negative']).nullable()

const spanSchema = z.object({ start: offset, end: offset })
const quoteSchema = spanSchema.extend({ text: z.string() })
const SINCE_3 = 'Null for answers read by extraction version 1 or 2.'

const brandSchema = z.object({
  mentioned: z.boolean(),
  denied: z.boolean().describe('Named only to say that nothing is known of it.'),
  mentionCount: count,
  firstOffset: offset.nullable(),
  position,
  spans: z.array(spanSchema),
})

const sentimentSchema = z
  .object({
    label: sentimentLabel,
    score,
    positive: count,
    neutral: count,
    negative: count,
    evidence: z
      .array(quoteSchema.extend({ label: z.enum(['positive', 'neutral', 'negative']) }))
      .nullable()
      .describe(`The clauses that speak for or against it. ${SINCE_3}`),
  })
  .describe('Towards the analysis brand, per mention.')

const competitorSchema = z.object({
  id: z.string(),
  name: z.string(),
  mentioned: z.boolean(),
  mentionCount: count,
  position,
  sentiment: score,
  sentimentLabel,
  recommended: z.boolean(),
  rank: z.int().positive().nullable(),
})

const citationSchema = z.object({
  position: z.int().positive(),
  url: z.string(),
  title: z.string().nullable(),
  domain: z.string(),
  kind: z.enum(['cited', 'retrieved']),
  owner: z.enum(['brand', 'competitor', 'third_party']),
  competitorId: z.string().nullable(),
  spans: z.array(spanSchema).nullable().describe(`Where the answer refers to it. ${SINCE_3}`),
})

const recommendationSchema = z.object({
  recommended: z.boolean(),
  strength: z.enum(['primary', 'strong', 'among', 'mentioned_only', 'discouraged']).nullable(),
  rank: z.int().positive().nullable(),
  listSize: z.int().positive().nullable(),
  evidence: quoteSchema.nullable(),
})

const judgeSchema = z
  .object({
    model: z.string(),
    promptVersion: z.int().positive(),
    judged: count.describe('Mentions that it labelled.'),
    agreed: count.describe('Those of them on which the rules say the same.'),
  })
  .describe('The language model whose labels sentiment and strength are, as far as it gave any.')

/** One answer and what it says (contract §3 "Result"). */
export const resultSchema = z
  .object({
    id: z.uuid(),
    runId: z.uuid().nullable().describe('Null in an async analysis.'),
    promptId: z.uuid().nullable().describe('Null for a prompt that belongs to no project.'),
    prompt: z.string(),
    provider: z.string(),
    location: z.string(),
    replicate: z.int().positive(),
    status: z
      .enum(['ok', 'refused', 'not_shown', 'failed'])
      .describe('`not_shown`: the surface showed no AI answer.'),
    simulated: z.boolean().describe('True for an invented answer: no provider was asked.'),
    surface: z
      .string()
      .nullable()
      .describe('Where the answer was seen: api, consumer_ui, serp, replay or simulated.'),
    locationApplied: z
      .string()
      .nullable()
      .describe('How the location reached the provider: native, latlng, prompt_hint or none.'),
    model: z.object({ requested: z.string().nullable(), reported: z.string().nullable() }),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .describe('Why there is no answer; null unless the status is failed.'),
    answeredAt: z.iso.datetime().nullable(),
    brand: brandSchema.nullable(),
    sentiment: sentimentSchema.nullable(),
    competitors: z.array(competitorSchema).nullable(),
    citations: z.array(citationSchema).nullable(),
    recommendation: recommendationSchema.nullable(),
    judge: judgeSchema.nullable().describe('Null where the rules alone read the answer.'),
    extractionVersion: z.int().nullable().describe('Version of the rules that read the answer.'),
    answer: z
      .string()
      .nullable()
      .optional()
      .describe('The answer in Markdown. Always there in an async analysis.'),
    raw: z
      .unknown()
      .optional()
      .describe('What the provider sent; only where asked for, null without an answer.'),
  })
  .meta({ id: 'Result' })

export type ResultForm = z.infer<typeof resultSchema>
