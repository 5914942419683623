import type { Span } from '../../core/provider-port/driver.ts'
import { type Block, blockIn, wordsOf } from './sections.ts'

/** An answer in Markdown, composed from its blocks, with its references to sources. */
export interface Composition {
  text: string
  /** Spans of blocks with the index of a source they refer to. */
  references: { index: number; span: Span }[]
  /** Links in blocks. The span is null if the block's text does not contain the link's text. */
  links: { url: string; title: string | null; span: Span | null }[]
  /** Unknown types of blocks. Their text is part of the answer anyway. */
  unrecognized: Set<string>
}

const HEADINGS = new Set(['heading', 'header', 'title', 'subtitle'])
const ORDERED = new Set(['ordered_list', 'numbered_list'])
const KNOWN = new Set([
  ...HEADINGS,
  ...ORDERED,
  'paragraph',
  'text',
  'list',
  'unordered_list',
  'bullet_list',
  'table',
  'comparison',
  'expandable',
  'code',
  'code_block',
  'quote',
])
/** Images, maps and products next to the answer. */
const SILENT =
  /^(inline_)?(images?|videos?|maps?|products?|shopping(_results)?|local_results|carousel|thumbnail|ads?|divider)$/
const DEEPEST = 8

/** Composes the blocks of an answer. */
export function compose(values: readonly unknown[]): Composition {
  const out: Composition = { text: '', references: [], links: [], unrecognized: new Set() }
  writeBlocks(out, values, 0)
  return out
}

function writeBlocks(out: Composition, values: readonly unknown[], depth: number): void {
  for (const value of values) {
    const block = blockIn(value)
    if (block && depth < DEEPEST) writeBlock(out, block, depth)
  }
}

function writeBlock(out: Composition, block: Block, depth: number): void {
  const type = block.type ?? 'paragraph'
  if (SILENT.test(type)) return
  if (!KNOWN.has(type)) out.unrecognized.add(`text_block.${type}`)
  const code = block.code ?? (type.startsWith('code') ? wordsOf(block) : null)
  if (code !== null) {
    startParagraph(out)
    out.text += `\`\`\`${block.language ?? ''}\n${code.trimEnd()}\n\`\`\``
  } else if (block.title !== null || wordsOf(block) !== null) {
    startParagraph(out)
    if (HEADINGS.has(type)) out.text += `${'#'.repeat(block.level ?? 3)} `
    writeWords(out, block, HEADINGS.has(type) ? oneLine : (words) => words)
  }
  const items = listOf(block)
  if (items.length > 0) {
    startParagraph(out)
    writeList(out, items, { ordered: ORDERED.has(type), indent: '', depth })
  }
  writeTable(out, rowsOf(block))
  writeBlocks(out, block.text_blocks, depth + 1)
}

function writeList(
  out: Composition,
  items: readonly unknown[],
  { ordered, indent, depth }: { ordered: boolean; indent: string; depth: number },
): void {
  let number = 0
  for (const item of items) {
    const block = blockIn(item)
    if (!block || depth >= DEEPEST) continue
    const parts = [block, ...block.text_blocks.flatMap((inner) => blockIn(inner) ?? [])]
    const spoken = parts.filter((part) => part.title !== null || wordsOf(part) !== null)
    const inner = parts.flatMap(listOf)
    if (spoken.length === 0 && inner.length === 0) continue
    number += 1
    const marker = ordered ? `${number}. ` : '- '
    const deeper = indent + ' '.repeat(marker.length)
    startLine(out, indent)
    out.text += marker
    for (const [position, part] of spoken.entries()) {
      if (position > 0) startLine(out, deeper)
      writeWords(out, part, oneLine)
    }
    writeList(out, inner, { ordered: false, indent: deeper, depth: depth + 1 })
  }
}

function writeTable(out: Composition, rows: readonly (readonly unknown[])[]): void {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  if (width === 0) return
  startParagraph(out)
  for (const [position, row] of rows.entries()) {
    startLine(out, '')
    for (let column = 0; column < width; column += 1) {
      out.text += '| '
      const cell = row[column]
      const block = blockIn(typeof cell === 'number' ? String(cell) : cell)
      if (block) writeWords(out, block, (words) => oneLine(words).replaceAll('|', '\\|'))
      out.text += ' '
    }
    out.text += '|'
    if (position === 0) out.text += `\n${'| --- '.repeat(width)}|`
  }
}

/** Writes the title and the text of a block, and records the sources it refers to. */
function writeWords(out: Composition, block: Block, form: (words: string) => string): void {
  const blockText = wordsOf(block)
  const title = block.title !== null && !blockText?.startsWith(block.title) ? form(block.title) : null
  if (title !== null && blockText !== null)
    out.text += title.endsWith(':') ? `**${title}** ` : `**${title}**: `
  const start = out.text.length
  const words = blockText === null ? (title ?? '') : form(blockText)
  out.text += words
  const span = { start, end: out.text.length }
  if (words === '') return
  for (const index of block.reference_indexes) out.references.push({ index, span })
  for (const source of block.references) {
    if (typeof source === 'number') out.references.push({ index: source, span })
    else {
      const url = source.link ?? source.url
      if (url !== null) out.links.push({ url, title: source.title, span })
    }
  }
  let from = 0
  for (const { text, link, url } of [...block.snippet_links, ...block.links]) {
    const address = link ?? url
    if (address === null || address === '') continue
    const at = text ? words.indexOf(text, from) : -1
    const shown = at < 0 || !text ? null : { start: start + at, end: start + at + text.length }
    if (shown) from = shown.end - start
    out.links.push({ url: address, title: text, span: shown })
  }
}

function listOf({ list, items }: Block): readonly unknown[] {
  return list.length > 0 ? list : items
}

/** Returns the rows of a table or comparison. The first row contains the column names. */
function rowsOf(block: Block): readonly (readonly unknown[])[] {
  const { headers, product_labels: labels, comparison, formatted } = block
  if (comparison.length > 0) {
    return [['', ...labels], ...comparison.map(({ feature, values }) => [feature, ...values])]
  }
  const rows = [block.detailed, block.rows, block.table].find(({ length }) => length > 0) ?? []
  if (rows.length > 0) {
    const repeated = JSON.stringify(rows[0]) === JSON.stringify(headers)
    return headers.length > 0 && !repeated ? [headers, ...rows] : rows
  }
  const columns = [...new Set(formatted.flatMap(Object.keys))]
  return columns.length > 0 ? [columns, ...formatted.map((row) => columns.map((column) => row[column]))] : []
}

function startParagraph(out: Composition): void {
  if (out.text !== '') out.text += '\n\n'
}

function startLine(out: Composition, indent: string): void {
  if (out.text !== '' && !out.text.endsWith('\n')) out.text += '\n'
  out.text += indent
}

function oneLine(words: string): string {
  return words.replace(/\s*\n\s*/g, ' ')
}
