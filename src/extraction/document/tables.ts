import type { Span } from '../foundation/observation.ts'
import type { Line, ListBlock, ListItem } from './document.ts'
import { ListBuilder } from './list-builder.ts'

const RANK = /^[*#\s]*\d{1,3}[*.)\s]*$/
const MAX_RANK_LENGTH = 12

/** Returns the spans of a row's cells without padding. An escaped pipe does not end a cell. */
function cellsOf(text: string, line: Line): Span[] {
  const cells: Span[] = []
  let from = text.charAt(line.content) === '|' ? line.content + 1 : line.content
  for (let at = from; at <= line.end; at += 1) {
    if (at < line.end && (text.charAt(at) !== '|' || text.charAt(at - 1) === '\\')) continue
    let start = from
    let end = at
    while (start < end && text.charAt(start) === ' ') start += 1
    while (end > start && text.charAt(end - 1) === ' ') end -= 1
    if (at < line.end || end > start) cells.push({ start, end })
    from = at + 1
  }
  return cells
}

/** Converts a row to an item. Its title is the first cell, or the second cell if the first contains a rank. */
function rowItem(text: string, line: Line): ListItem {
  const { content: start, end } = line
  const [first = { start, end }, second] = cellsOf(text, line)
  const ranked = RANK.test(text.slice(first.start, Math.min(first.end, first.start + MAX_RANK_LENGTH)))
  return { start, end, title: ranked && second ? second : first }
}

/** Converts tables to lists of their body rows. */
export function findTables(text: string, lines: readonly Line[]): ListBlock[] {
  const builder = new ListBuilder('table')
  let header = -1
  lines.forEach((line, index) => {
    if (line.kind === 'row' && header >= 0) builder.add(rowItem(text, line), header)
    else {
      builder.end()
      header = line.kind === 'divider' && lines[index - 1]?.kind === 'row' ? index - 1 : -1
    }
  })
  return builder.finish(1)
}
