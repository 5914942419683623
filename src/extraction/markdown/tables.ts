import type { Span } from '../observation.ts'
import type { Line, ListBlock } from './document.ts'

/** Spans of the cells of a row without their padding; an escaped pipe does not end a cell. */
function cellsOf(text: string, line: Line): Span[] {
  const cells: Span[] = []
  let from = text.charCodeAt(line.content) === 124 ? line.content + 1 : line.content
  for (let at = from; at <= line.end; at += 1) {
    if (at < line.end && (text.charCodeAt(at) !== 124 || text.charCodeAt(at - 1) === 92)) continue
    let start = from
    let end = at
    while (start < end && text.charAt(start) === ' ') start += 1
    while (end > start && text.charAt(end - 1) === ' ') end -= 1
    if (at < line.end || end > start) cells.push({ start, end })
    from = at + 1
  }
  return cells
}

/** Tables as lists of their body rows. The title of an item is its first cell, or the second where the first is a rank. */
export function readTables(text: string, lines: readonly Line[]): ListBlock[] {
  const lists: ListBlock[] = []
  let current: ListBlock | null = null
  lines.forEach((line, index) => {
    if (line.kind === 'divider' && lines[index - 1]?.kind === 'row') {
      current = { kind: 'table', items: [], line: index - 1 }
      lists.push(current)
    } else if (line.kind !== 'row') current = null
    else if (current) {
      const cells = cellsOf(text, line)
      const first = cells[0] ?? { start: line.content, end: line.end }
      const ranked =
        cells[1] &&
        /^[*#\s]*\d{1,3}[*.)\s]*$/.test(text.slice(first.start, Math.min(first.end, first.start + 12)))
      const title = ranked && cells[1] ? cells[1] : first
      current.items.push({ start: line.content, end: line.end, title })
    }
  })
  return lists.filter((list) => list.items.length > 0)
}
