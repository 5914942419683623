import { z } from 'zod'
import type { Placement } from '../../core/provider-port/driver.ts'
import type { PlacementKind } from '../../definitions/vocabulary.ts'
import { listOf, objectOf, placesOf, text } from '../parsing/lenient.ts'
import { placementsIn } from '../parsing/placements.ts'
import { shownText } from '../parsing/shown-text.ts'
import type { ListedSource } from '../parsing/text-references.ts'

const MAXIMUM_DEPTH = 6

/** Parses a text or a list of lines, and removes what is not displayed. Null if there is no text. */
const words = z
  .union([z.string(), z.array(z.string()).transform((lines) => lines.join('\n'))])
  .nullable()
  .catch(null)
  .transform((value) => (value === null ? '' : shownText(value)))
  .transform((value) => (value.trim() === '' ? null : value))

/** A source or a reference; either an object or only a URL. */
const source = z.union([
  z
    .string()
    .min(1)
    .transform((url) => ({ url, title: null })),
  z.looseObject({ url: z.string().min(1), title: text }).transform(({ url, title }) => ({ url, title })),
])

export const sourceList = listOf(source)

/** Sources that marks in the text refer to by number. Invalid entries become undefined to keep the numbering. */
export const numberedSources = placesOf(source).transform((places) => places.map((each) => each ?? undefined))

/** Any part of an answer: the overview, its elements and their components, or an item of a chat. */
const partSchema = z.looseObject({
  type: text,
  title: words,
  text: words,
  markdown: words,
  original_text: words,
  items: listOf(z.unknown()),
  components: listOf(z.unknown()),
  // Items of the vendor's LLM API answers have sections with annotations.
  sections: listOf(z.unknown()),
  annotations: sourceList,
  table: objectOf({ table_header: listOf(z.string()), table_content: listOf(listOf(z.string())) }),
  references: sourceList,
  sources: sourceList,
  links: sourceList,
})

/** A parsed part of an answer with its nested parts. */
export interface Part {
  type: string | null
  /** In Markdown; empty if the part shows no text of the answer. */
  text: string
  /** The sources listed in the part itself. */
  sources: ListedSource[]
  parts: Part[]
}

/** Kinds of placements by the type of a part. */
const PLACEMENTS: Readonly<Record<string, PlacementKind>> = {
  ai_overview_paid: 'ad',
  ai_overview_shopping: 'product',
  chat_gpt_ad: 'ad',
  chat_gpt_local_businesses: 'local_business',
  chat_gpt_products: 'product',
  gemini_local_businesses: 'local_business',
  gemini_products: 'product',
}

/** Types of parts without text of the answer: references, pictures, placements and reasoning. */
const WITHOUT_TEXT = /_reference$|_images$|_ad$|_paid$|_products$|_local_businesses$|_shopping$|^reasoning$/

/** Parses a part of an answer. Returns null for anything but an object. */
export function readPart(value: unknown, depth = 0): Part | null {
  const parsed = partSchema.safeParse(value)
  if (!parsed.success) return null
  const { type, references, sources, links, annotations, ...rest } = parsed.data
  const { items, components, sections } = rest
  const parts = depth < MAXIMUM_DEPTH ? readParts([...items, ...components, ...sections], depth + 1) : []
  return {
    type,
    text: WITHOUT_TEXT.test(type ?? '') ? '' : textOf(rest, parts),
    sources: [...references, ...sources, ...links, ...annotations],
    parts,
  }
}

export function readParts(values: readonly unknown[], depth = 0): Part[] {
  return values.flatMap((value) => readPart(value, depth) ?? [])
}

/** Collects the placements of an answer at any depth. Positions count the cards of each kind. */
export function placementsWithin(value: unknown): Placement[] {
  const cards = new Map<PlacementKind, unknown[]>()
  collectCards(value, cards, 0)
  return [...cards].flatMap(([kind, list]) => placementsIn(kind, list))
}

const nestedSchema = z.looseObject({
  type: text,
  items: listOf(z.unknown()),
  components: listOf(z.unknown()),
  sections: listOf(z.unknown()),
})

function collectCards(value: unknown, cards: Map<PlacementKind, unknown[]>, depth: number): void {
  const part = nestedSchema.safeParse(value).data
  if (!part || depth > MAXIMUM_DEPTH) return
  const kind = PLACEMENTS[part.type ?? '']
  if (kind === undefined) {
    for (const nested of [...part.items, ...part.components, ...part.sections])
      collectCards(nested, cards, depth + 1)
    return
  }
  // A part is a card itself, or lists several.
  cards.set(kind, [...(cards.get(kind) ?? []), ...(part.items.length > 0 ? part.items : [value])])
}

/** Collects the sources of parts at any depth. */
export function sourcesWithin(parts: readonly Part[]): ListedSource[] {
  return parts.flatMap((part) => [...part.sources, ...sourcesWithin(part.parts)])
}

/** Joins the texts of parts as paragraphs. */
export function joinedText(parts: readonly Part[]): string {
  return joined(parts.map((part) => part.text))
}

function textOf(
  {
    title,
    text: plain,
    markdown,
    original_text: unformatted,
    table,
  }: Pick<z.output<typeof partSchema>, 'title' | 'text' | 'markdown' | 'original_text' | 'table'>,
  parts: readonly Part[],
): string {
  if (markdown !== null) return markdown
  const body = unformatted ?? plain
  const heading = title !== null && !body?.startsWith(title) ? title : null
  return joined([heading ?? '', body ?? '', table ? tableText(table) : '', joinedText(parts)])
}

function tableText({
  table_header: header,
  table_content: rows,
}: {
  table_header: string[]
  table_content: string[][]
}): string {
  const lines = (header.length > 0 ? [header, ...rows] : rows).map((cells) => `| ${cells.join(' | ')} |`)
  const [first, ...others] = lines
  if (first === undefined) return ''
  const width = (header.length > 0 ? header : (rows[0] ?? [])).length
  return [first, `|${' --- |'.repeat(width)}`, ...others].join('\n')
}

function joined(texts: readonly string[]): string {
  return texts.filter((each) => each !== '').join('\n\n')
}
