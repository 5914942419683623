import { z } from 'zod'
import { listOf, objectOf, placesOf, text } from '../parsing/lenient.ts'

// The response bodies of SerpApi (https://serpapi.com/ai-overview, /google-ai-mode-api, /bing-copilot-api). SearchApi
// accepts the same parameters, and names some fields differently.

const words = z
  .union([z.string(), z.array(z.string()).transform((parts) => parts.join(' '))])
  .transform((value) => value.trim() || null)
  .nullable()
  .default(null)
  .catch(null)

/** Not coerced, because null would become 0. */
const wholeNumber = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number),
])
const index = wholeNumber.pipe(z.int().min(0).max(9_999))

const referenceSchema = z.union([
  z.string().transform((link) => ({ index: null, link, url: null, title: null, source: null })),
  z.looseObject({
    index: index.nullable().default(null).catch(null),
    link: text,
    url: text,
    title: text,
    source: text,
  }),
])

const linkSchema = z.looseObject({ text, title: text, link: text, url: text })

/** An optional list, because most blocks do not have it. */
function list<Item extends z.ZodType>(item: Item) {
  return listOf(item).default([])
}

/** The cells of a row, as a list or as an object with column names. */
const row = z.union([
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()).transform(Object.values<unknown>),
])

/** A block of an answer, an item of a list, or a cell of a table. */
const blockSchema = z.looseObject({
  type: text,
  title: words,
  snippet: words,
  answer: words,
  text: words,
  code: text,
  language: text,
  level: wholeNumber.pipe(z.int().min(1).max(6)).nullable().default(null).catch(null),
  list: list(z.unknown()),
  items: list(z.unknown()),
  text_blocks: list(z.unknown()),
  table: list(row),
  detailed: list(row),
  rows: list(row),
  headers: list(z.unknown()),
  formatted: list(z.record(z.string(), z.unknown())),
  product_labels: list(z.unknown()),
  comparison: list(z.looseObject({ feature: text, values: list(z.unknown()) })),
  reference_indexes: list(index),
  references: list(z.union([index, linkSchema])),
  snippet_links: list(linkSchema),
  links: list(linkSchema),
})

export type Block = z.output<typeof blockSchema>

/** Parses a block, which may be only its text. Returns null for anything else. */
export function blockIn(value: unknown): Block | null {
  const parsed = blockSchema.safeParse(typeof value === 'string' ? { snippet: value } : value)
  return parsed.success ? parsed.data : null
}

/** Returns the block's own text. Null for a block that only contains other blocks, or shows no text. */
export function wordsOf({ snippet, answer, text }: Block): string | null {
  return snippet ?? answer ?? text
}

/** Either a text or a block. */
const header = z
  .union([z.string(), z.array(z.string()).transform((parts) => parts.join(' ')), z.looseObject({})])
  .nullable()
  .default(null)
  .catch(null)
  .transform((value) => {
    const block = blockIn(value)
    return block && wordsOf(block) !== null ? block : null
  })

const sectionShape = {
  text_blocks: listOf(z.unknown()),
  references: placesOf(referenceSchema),
  reference_links: placesOf(referenceSchema),
  sources: placesOf(referenceSchema),
  header,
  markdown: words,
  reconstructed_markdown: words,
  snippet: words,
  answer: words,
  text: words,
}

const sectionSchema = z.looseObject(sectionShape)

const bodySchema = z.looseObject({
  ...sectionShape,
  error: text,
  search_metadata: objectOf({ status: text, id: text }),
  search_parameters: objectOf({ engine: text, gl: text }),
  ai_overview: z.unknown().optional(),
  ai_mode: z.unknown().optional(),
  copilot_answer: z.unknown().optional(),
})

export type Section = z.output<typeof sectionSchema>
export type Body = z.output<typeof bodySchema>

/** Validates a parsed body. Returns null if it is not from a search. */
export function bodyIn(value: unknown): Body | null {
  const parsed = bodySchema.safeParse(value)
  if (!parsed.success) return null
  const { search_metadata: metadata, search_parameters: parameters, ai_overview: overview } = parsed.data
  const isSearch = metadata !== null || parameters !== null || overview != null || parsed.data.error !== null
  return isSearch || hasAnswer(parsed.data) ? parsed.data : null
}

/** Returns the part of a body with the answer, or null if no answer is shown. */
export function answerSectionOf(body: Body): Section | null {
  const { ai_overview: overview, ai_mode: mode, copilot_answer: copilot } = body
  const sections = [overview, mode, copilot, body].map((value) =>
    sectionSchema.safeParse(typeof value === 'string' ? { markdown: value } : value),
  )
  return sections.flatMap((parsed) => parsed.data ?? []).find(hasAnswer) ?? null
}

/**
 * Returns the token for requesting the AI Overview of a search. Null if the overview is already there, or is not
 * shown.
 */
export function pageTokenIn(body: string): string | null {
  const parsed = pendingSchema.safeParse(parsedOrNull(body))
  if (!parsed.success) return null
  const { page_token: token, ...overview } = parsed.data.ai_overview
  return hasAnswer(sectionSchema.parse(overview)) ? null : token
}

const pendingSchema = z.looseObject({ ai_overview: z.looseObject({ page_token: z.string().min(1) }) })

/** Returns null if the body is not JSON. */
export function parsedOrNull(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function hasAnswer(section: Section): boolean {
  const {
    text_blocks: blocks,
    markdown,
    reconstructed_markdown: reconstructed,
    header: first,
    snippet,
    answer,
    text: plain,
  } = section
  return (
    blocks.length > 0 ||
    [markdown, reconstructed, first, snippet, answer, plain].some((value) => value !== null)
  )
}
