import type { Line, ListBlock } from './document.ts'
import { titledItem } from './generic-titles.ts'
import { listItem } from './list-builder.ts'

/** Sibling headings that later lines may continue. */
interface OpenHeadings {
  block: ListBlock
  level: number
  /** Number that continues the list; null for headings without numbers. */
  nextOrdinal: number | null
}

/**
 * Finds lists of sibling headings; an item is a whole section. Headings with consecutive numbers have the kind
 * `headings`. All others have the kind `sections`, and their generic titles ("How to choose") are unranked.
 */
export function findHeadingLists(text: string, lines: readonly Line[]): ListBlock[] {
  const lists: ListBlock[] = []
  let open: OpenHeadings[] = []
  lines.forEach((line, index) => {
    if (line.kind === 'blank') return
    const { content, end, level, ordinal } = line
    const heading = line.kind === 'heading'
    if (heading) open = open.filter((headings) => headings.level <= level)
    for (const headings of open) {
      const last = headings.block.items.at(-1)
      if (last && (!heading || level > headings.level)) last.end = end
    }
    if (!heading) return
    let siblings = open.find((headings) => headings.level === level)
    if (!siblings || siblings.nextOrdinal !== ordinal) {
      open = open.filter((headings) => headings.level < level)
      const kind = ordinal === null ? 'sections' : 'headings'
      siblings = { block: { kind, items: [], line: index }, level, nextOrdinal: null }
      open.push(siblings)
      lists.push(siblings.block)
    }
    siblings.nextOrdinal = ordinal === null ? null : ordinal + 1
    siblings.block.items.push(ordinal === null ? titledItem(text, content, end) : listItem(content, end))
  })
  return lists.filter(({ items }) => items.length > 1)
}
