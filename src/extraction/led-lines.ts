import type { Line, ListBlock } from './document.ts'

const LONGEST_LEAD = 60
const FEWEST_DASHED = 3

/** Paragraphs that each begin with bold type and are parted by nothing but their own text. */
export function boldGroups(lines: readonly Line[]): ListBlock[] {
  const lists: ListBlock[] = []
  let current: ListBlock | null = null
  lines.forEach((line, index) => {
    const item = current?.items[current.items.length - 1]
    if (line.kind === 'text' && line.bold) {
      if (!current) {
        current = { kind: 'bold', items: [], line: index }
        lists.push(current)
      }
      current.items.push({ start: line.content, end: line.end, head: { start: line.content, end: line.end } })
    } else if (line.kind === 'text' || (line.kind === 'item' && line.ordinal === null)) {
      if (item) item.end = line.end
    } else if (line.kind !== 'blank' && line.kind !== 'divider') current = null
  })
  return lists.filter((list) => list.items.length > 1)
}

function dashOf(text: string, line: Line): number {
  const limit = Math.min(line.end, line.content + LONGEST_LEAD)
  for (let at = line.content + 1; at < limit; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x2013 || code === 0x2014 || code === 45) {
      if (text.charAt(at - 1) === ' ' && text.charAt(at + 1) === ' ') return at - 1
    }
  }
  return -1
}

/** Three or more plain lines in a row of the form "Name – what it is": a list that has lost its marks. */
export function dashGroups(text: string, lines: readonly Line[]): ListBlock[] {
  const lists: ListBlock[] = []
  let current: ListBlock | null = null
  lines.forEach((line, index) => {
    if (line.kind === 'blank') return
    const dash = line.kind === 'text' && !line.bold ? dashOf(text, line) : -1
    if (dash < 0) {
      current = null
      return
    }
    if (!current) {
      current = { kind: 'dashes', items: [], line: index }
      lists.push(current)
    }
    current.items.push({ start: line.content, end: line.end, head: { start: line.content, end: dash } })
  })
  return lists.filter((list) => list.items.length >= FEWEST_DASHED)
}
