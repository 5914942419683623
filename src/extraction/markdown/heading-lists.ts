import type { Line, ListBlock } from './document.ts'
import { isGenericTitle } from './titles.ts'

interface OpenHeadings {
  block: ListBlock
  level: number
  ordinal: number | null
}

function follows(open: OpenHeadings, line: Line): boolean {
  return line.ordinal === null
    ? open.ordinal === null
    : open.ordinal !== null && line.ordinal === open.ordinal + 1
}

/**
 * Headings of one level under the same heading, an item being the whole section: those with consecutive numbers are a
 * list ('headings'), the others no more than sections, of which generic ones ("How to choose") stand aside.
 */
export function readHeadingLists(text: string, lines: readonly Line[]): ListBlock[] {
  const lists: ListBlock[] = []
  let open: OpenHeadings[] = []
  lines.forEach((line, index) => {
    if (line.kind === 'blank') return
    if (line.kind === 'heading') open = open.filter(({ level }) => level <= line.level)
    for (const { block, level } of open) {
      const item = block.items[block.items.length - 1]
      if (item && (line.kind !== 'heading' || line.level > level)) item.end = line.end
    }
    if (line.kind !== 'heading') return
    let own = open.find(({ level }) => level === line.level)
    if (!own || !follows(own, line)) {
      open = open.filter(({ level }) => level < line.level)
      const kind = line.ordinal === null ? 'sections' : 'headings'
      own = { block: { kind, items: [], line: index }, level: line.level, ordinal: null }
      open.push(own)
      lists.push(own.block)
    }
    own.ordinal = line.ordinal
    const { content: start, end } = line
    const aside = line.ordinal === null && isGenericTitle(text, start, end)
    own.block.items.push({ start, end, head: { start, end }, ...(aside ? { aside } : {}) })
  })
  return lists.filter((list) => list.items.length > 1)
}
