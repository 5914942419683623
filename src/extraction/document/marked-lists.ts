import type { Line, ListBlock } from './document.ts'
import { listItem } from './list-builder.ts'

// Limiting the number of open nested lists keeps the time linear. Real answers never nest this deeply.
const MAX_DEPTH = 12

/** A list that later lines may continue. */
interface OpenList {
  block: ListBlock
  indent: number
  /** Number of the last item; null in an unordered list. */
  ordinal: number | null
  /** True after a paragraph or a less indented bullet: then only the next number continues the list. */
  interrupted: boolean
  /** End of the last item if the list continues after an interruption. */
  pendingEnd: number
}

function extend(list: OpenList, end: number): void {
  const last = list.block.items.at(-1)
  list.pendingEnd = end
  if (last && !list.interrupted) last.end = end
}

function continues(list: OpenList, { indent, ordinal }: Line): boolean {
  if (Math.abs(list.indent - indent) > 1) return false
  if (list.ordinal === null || ordinal === null) return list.ordinal === ordinal && !list.interrupted
  return ordinal === list.ordinal + 1 || (ordinal === 1 && list.ordinal === 1 && !list.interrupted)
}

/** Unindented bullets below a numbered item are nested in it. Any other item closes all lists at its depth or deeper. */
function staysOpen(list: OpenList, { indent, ordinal }: Line): boolean {
  return list.indent < indent - 1 || (list.ordinal !== null && ordinal === null && list.indent <= indent)
}

function appendItem(list: OpenList, line: Line): void {
  const last = list.block.items.at(-1)
  if (last) last.end = Math.max(last.end, list.pendingEnd)
  list.block.items.push(listItem(line.content, line.end))
  list.ordinal = line.ordinal
  list.interrupted = false
  list.pendingEnd = line.end
}

/**
 * Returns lists with list markers; nested lists are separate lists. `plain` contains the indices of the lines where an
 * unmarked list starts: such a list does not belong to the item above it.
 */
export function findMarkedLists(lines: readonly Line[], plain: ReadonlySet<number>): ListBlock[] {
  const lists: ListBlock[] = []
  let open: OpenList[] = []
  let blank = false
  lines.forEach((line, index) => {
    const { indent, ordinal, end } = line
    const afterBlank = blank
    blank = line.kind === 'blank' || line.kind === 'divider'
    if (blank) return
    if (line.kind === 'heading') open = []
    if (line.kind !== 'item') {
      for (const list of open) {
        if ((afterBlank || plain.has(index)) && indent <= list.indent + 1) list.interrupted = true
        extend(list, end)
      }
      return
    }
    let list = open.findLast((candidate) => continues(candidate, line))
    if (list) open = open.slice(0, open.indexOf(list) + 1)
    else {
      open = open.filter((candidate) => staysOpen(candidate, line))
      if (open.length === MAX_DEPTH) open.shift()
      const block: ListBlock = { kind: ordinal === null ? 'unordered' : 'ordered', items: [], line: index }
      list = { block, indent, ordinal, interrupted: false, pendingEnd: end }
      open.push(list)
      lists.push(block)
    }
    appendItem(list, line)
    for (const outer of open.slice(0, -1)) extend(outer, end)
  })
  return lists
}
