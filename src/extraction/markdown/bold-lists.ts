import type { Line, ListBlock } from './document.ts'
import { isGenericTitle } from './titles.ts'

/** Paragraphs that each begin with bold type and are parted by nothing but their own text. */
export function readBoldLists(text: string, lines: readonly Line[]): ListBlock[] {
  const lists: ListBlock[] = []
  let current: ListBlock | null = null
  lines.forEach((line, index) => {
    const item = current?.items[current.items.length - 1]
    if (line.kind === 'text' && line.bold) {
      if (!current) {
        current = { kind: 'bold', items: [], line: index }
        lists.push(current)
      }
      const { content: start, end } = line
      const aside = isGenericTitle(text, start, end)
      current.items.push({ start, end, head: { start, end }, ...(aside ? { aside } : {}) })
    } else if (line.kind === 'text' || (line.kind === 'item' && line.ordinal === null)) {
      if (item) item.end = line.end
    } else if (line.kind !== 'blank' && line.kind !== 'divider') current = null
  })
  return lists.filter((list) => list.items.length > 1)
}
