import { extract } from '../../src/extraction/extract.ts'
import type { Span } from '../../src/extraction/foundation/observation.ts'
import { intersectionOverUnion } from './measure.ts'
import type { Labelled } from './sets.ts'

/**
 * Shares between 0 and 1. `precision` is a share of the extracted items; all others are shares of the labeled items.
 */
export interface ListScores {
  /** An extracted item starts at the same offset, ignoring list markers. */
  start: number
  /** An extracted item overlaps enough: intersection over union is at least 0.5. */
  overlap: number
  /** An extracted item has the same text, ignoring list markers. */
  text: number
  /** An extracted item has the same position within its section. */
  position: number
  /** Extracted items that start at the offset of a labeled item. */
  precision: number
}

const MARK = /^(?:[-*•]|\d{1,3}[.)])\s+/

function withoutMark(text: string, { start, end }: Span): Span {
  return { start: start + (MARK.exec(text.slice(start, end))?.[0].length ?? 0), end }
}

/** Returns the spans of the labeled items. Each item is searched for after the end of the previous item. */
function spansOf({ text, items }: Labelled): (Span & { section: string })[] {
  let from = 0
  return items.map((item) => {
    const start = text.indexOf(item.text, from)
    if (start < 0) throw new Error(`a labeled item is not in its text: ${item.text.slice(0, 40)}`)
    from = start + item.text.length
    return { ...withoutMark(text, { start, end: from }), section: item.section }
  })
}

/** Compares the lists extracted from each text with its labeled items. */
export function scoreLists(texts: readonly Labelled[]): ListScores {
  const counts = { all: 0, extracted: 0, start: 0, overlap: 0, text: 0, position: 0, matchingStart: 0 }
  for (const labeled of texts) {
    const { text } = labeled
    const labeledItems = spansOf(labeled)
    const extracted = extract({ text, entities: [] }).lists.flatMap(({ items }, list) =>
      items.map((item, index) => ({ ...withoutMark(text, item), list, index })),
    )
    let first: { section: string; list: number; offset: number } | null = null
    labeledItems.forEach((labeledItem, index) => {
      const match = extracted.find(({ start }) => start === labeledItem.start)
      counts.all += 1
      if (match) counts.start += 1
      if (extracted.some((item) => intersectionOverUnion(item, labeledItem) >= 0.5)) counts.overlap += 1
      const { start, end } = labeledItem
      const same = ({ start: from, end: to }: Span) =>
        text.slice(from, to).trim() === text.slice(start, end).trim()
      if (extracted.some(same)) counts.text += 1
      if (!match) return
      if (first?.section !== labeledItem.section)
        first = { section: labeledItem.section, list: match.list, offset: match.index - index }
      if (match.list === first.list && match.index - index === first.offset) counts.position += 1
    })
    const starts = new Set(labeledItems.map(({ start }) => start))
    counts.extracted += extracted.length
    counts.matchingStart += extracted.filter(({ start }) => starts.has(start)).length
  }
  return {
    start: counts.start / counts.all,
    overlap: counts.overlap / counts.all,
    text: counts.text / counts.all,
    position: counts.position / counts.all,
    precision: counts.matchingStart / counts.extracted,
  }
}
