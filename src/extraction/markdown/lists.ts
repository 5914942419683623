import type { Span } from '../observation.ts'
import { readBoldLists } from './bold-lists.ts'
import type { Line, ListBlock, MarkdownDocument } from './document.ts'
import { readHeadingLists } from './heading-lists.ts'
import { readInlineLists } from './inline-lists.ts'
import { readPlainLists } from './plain-lists.ts'
import { readProductCards } from './product-cards.ts'
import { readTables } from './tables.ts'
import { readTitledLists } from './titled-lists.ts'

// Deeper nesting is noise; the bound keeps time linear.
const DEEPEST = 12

interface OpenList {
  block: ListBlock
  indent: number
  ordered: boolean
  ordinal: number
  /** A paragraph or a shallower bullet stands since the last item: only the next number continues the list. */
  interrupted: boolean
  /** End of what belongs to the last item if the list continues after an interruption. */
  tentative: number
}

function headOf(line: Line): Span {
  return { start: line.content, end: line.end }
}

function extend(list: OpenList, end: number): void {
  const item = list.block.items[list.block.items.length - 1]
  list.tentative = end
  if (item && !list.interrupted) item.end = end
}

function continues(list: OpenList, line: Line): boolean {
  if (Math.abs(list.indent - line.indent) > 1 || list.ordered !== (line.ordinal !== null)) return false
  if (line.ordinal === null) return !list.interrupted
  return line.ordinal === list.ordinal + 1 || (line.ordinal === 1 && list.ordinal === 1 && !list.interrupted)
}

function appendItem(list: OpenList, line: Line): void {
  const last = list.block.items[list.block.items.length - 1]
  if (last) last.end = Math.max(last.end, list.tentative)
  list.block.items.push({ start: line.content, end: line.end, head: headOf(line) })
  list.ordinal = line.ordinal ?? 0
  list.interrupted = false
  list.tentative = line.end
}

/** Lists written with list marks, nested ones apart. A list without marks that begins at one of the `plain` lines is another. */
function readMarkedLists(lines: readonly Line[], plain: ReadonlySet<number>): ListBlock[] {
  const lists: ListBlock[] = []
  let open: OpenList[] = []
  let blank = false
  lines.forEach((line, index) => {
    if (line.kind === 'blank' || line.kind === 'divider') {
      blank = true
      return
    }
    if (line.kind === 'heading') open = []
    else if (line.kind === 'item') {
      const found = open.findLastIndex((list) => continues(list, line))
      if (found >= 0) open = open.slice(0, found + 1)
      else {
        // Bullets at the margin under a number belong to it; anything else at this depth ends what stands there.
        open = open.filter(
          (list) =>
            list.indent < line.indent - 1 ||
            (list.ordered && line.ordinal === null && list.indent <= line.indent),
        )
        const block: ListBlock = {
          kind: line.ordinal === null ? 'unordered' : 'ordered',
          items: [],
          line: index,
        }
        const ordered = line.ordinal !== null
        if (open.length === DEEPEST) open.shift()
        open.push({
          block,
          indent: line.indent,
          ordered,
          ordinal: 0,
          interrupted: false,
          tentative: line.end,
        })
        lists.push(block)
      }
      const list = open[open.length - 1]
      if (list) appendItem(list, line)
      for (const outer of open.slice(0, -1)) extend(outer, line.end)
    } else {
      for (const list of open) {
        if ((blank || plain.has(index)) && line.indent <= list.indent + 1) list.interrupted = true
        extend(list, line.end)
      }
    }
    blank = false
  })
  return lists
}

/** A title with a medal, after which no second place follows. */
function isLoneMedal(text: string, line: Line | undefined): boolean {
  return line !== undefined && text.slice(line.start, line.content).includes('🥇')
}

/**
 * Everything in an answer that enumerates: marked lists (nested ones apart), headings, paragraphs led by bold
 * type, lists without marks or within a line, tables. In order of where they begin.
 */
export function readLists(text: string, { lines }: MarkdownDocument): ListBlock[] {
  const plain = readPlainLists(text, lines)
  const marked = readMarkedLists(lines, new Set(plain.map(({ line }) => line)))
  const lists = [
    ...marked.filter((list) => list.items.length > 1 || !isLoneMedal(text, lines[list.line])),
    ...readInlineLists(text, lines),
    ...readHeadingLists(text, lines),
    ...readBoldLists(text, lines),
    ...plain,
    ...readTitledLists(text, lines),
    ...readProductCards(text, lines),
    ...readTables(text, lines),
  ]
  return lists.sort((left, right) => left.line - right.line)
}
