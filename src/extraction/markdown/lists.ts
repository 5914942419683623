import { readCollapsedTables } from './collapsed-tables.ts'
import type { Line, ListBlock, MarkdownDocument } from './document.ts'
import { readParagraphLists } from './paragraph-lists.ts'
import { readPlainLists } from './plain-lists.ts'
import { readProductCards, readSameLineLists } from './same-line-lists.ts'
import { readTables } from './tables.ts'
import { readBoldLists, readHeadingLists, readTitledLists } from './titled-lists.ts'

// Time is linear because only so many nested lists are kept open; answers never nest as deep as that.
const DEEPEST = 12

/** A list that may still be continued. */
interface OpenList {
  block: ListBlock
  indent: number
  ordered: boolean
  ordinal: number
  /** A paragraph or a bullet of less indentation follows the last item: only the next number continues the list. */
  interrupted: boolean
  /** Where the last item ends in case the list continues after an interruption. */
  pendingEnd: number
}

function extend(list: OpenList, end: number): void {
  const item = list.block.items[list.block.items.length - 1]
  list.pendingEnd = end
  if (item && !list.interrupted) item.end = end
}

function continues(list: OpenList, line: Line): boolean {
  if (Math.abs(list.indent - line.indent) > 1 || list.ordered !== (line.ordinal !== null)) return false
  if (line.ordinal === null) return !list.interrupted
  return line.ordinal === list.ordinal + 1 || (line.ordinal === 1 && list.ordinal === 1 && !list.interrupted)
}

function appendItem(list: OpenList, line: Line): void {
  const last = list.block.items[list.block.items.length - 1]
  if (last) last.end = Math.max(last.end, list.pendingEnd)
  const { content: start, end } = line
  list.block.items.push({ start, end, title: { start, end } })
  list.ordinal = line.ordinal ?? 0
  list.interrupted = false
  list.pendingEnd = line.end
}

/**
 * Lists whose items have list markers; a nested list is a list of its own. `plain` holds the indices of the lines at which a list
 * without markers begins: such a list does not belong to the item above it.
 */
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
        // Bullets without indentation below a numbered item are nested in it; any other item ends the lists of its depth and deeper.
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
          pendingEnd: line.end,
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

/** True for a line that begins with a gold medal: with no further item, the medal is decoration and not a rank. */
function hasGoldMedal(text: string, line: Line | undefined): boolean {
  return line !== undefined && text.slice(line.start, line.content).includes('🥇')
}

/**
 * All lists of an answer in the wide sense: those with list markers (nested ones separately), sibling headings, paragraphs that
 * begin in bold, lists without markers or within one line, product cards and tables, those in one line too, and paragraphs of prose. In the order of their first lines.
 */
export function readLists(text: string, { lines }: MarkdownDocument): ListBlock[] {
  const plain = readPlainLists(text, lines)
  const marked = readMarkedLists(lines, new Set(plain.map(({ line }) => line)))
  const lists = [
    ...marked.filter((list) => list.items.length > 1 || !hasGoldMedal(text, lines[list.line])),
    ...readSameLineLists(text, lines),
    ...readHeadingLists(text, lines),
    ...readBoldLists(text, lines),
    ...plain,
    ...readTitledLists(text, lines),
    ...readProductCards(text, lines),
    ...readTables(text, lines),
    ...readCollapsedTables(text, lines),
    ...readParagraphLists(lines),
  ]
  return lists.sort((left, right) => left.line - right.line)
}
