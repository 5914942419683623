import type { Line, ListBlock, ListItem } from './document.ts'

const FEWEST_PARAGRAPHS = 3
const SHORTEST_PARAGRAPH = 60
/** Code units at the beginning of a paragraph that may name what it is about. */
const LONGEST_OPENING = 60

/**
 * Runs of three or more paragraphs of prose, such as one about each of the things to choose from. The first takes no place: it mostly
 * introduces the others.
 */
export function readParagraphLists(lines: readonly Line[]): ListBlock[] {
  const lists: ListBlock[] = []
  let items: ListItem[] = []
  let first = 0
  const close = () => {
    if (items[0] && items.length >= FEWEST_PARAGRAPHS) {
      items[0].unranked = true
      lists.push({ kind: 'paragraphs', items, line: first })
    }
    items = []
  }
  lines.forEach((line, index) => {
    if (line.kind === 'blank') return
    const prose = line.kind === 'text' && !line.bold && line.end - line.content >= SHORTEST_PARAGRAPH
    const alone = lines[index - 1]?.kind !== 'text' && lines[index + 1]?.kind !== 'text'
    if (!prose || !alone) {
      close()
      return
    }
    if (items.length === 0) first = index
    const start = line.content
    items.push({ start, end: line.end, title: { start, end: Math.min(line.end, start + LONGEST_OPENING) } })
  })
  close()
  return lists
}
