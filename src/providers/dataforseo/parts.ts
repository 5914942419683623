import { z } from 'zod'
import { listOf, objectOf, placesOf, text } from '../parsing/lenient.ts'
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

/** Types of parts without text of the answer: references, pictures, advertisements and reasoning. */
const WITHOUT_TEXT = /_reference$|_images$|_ad$|_paid$|^reasoning$/

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
