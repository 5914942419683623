import { extract } from '../../src/extraction/extract.ts'
import type { Span } from '../../src/extraction/observation.ts'
import type { Labelled } from './sets.ts'

/** Shares, 0…1: precision of the extracted items, all others of the labelled items. */
export interface ListScores {
  /** An extracted item begins at the same offset, list markers aside. */
  start: number
  /** An extracted item overlaps with at least half of their union (intersection over union). */
  overlap: number
  /** An extracted item has the same text, list markers aside. */
  text: number
  /** An extracted item is in the same position among the items of its section. */
  position: number
  /** Extracted items that begin where a labelled one does. */
  precision: number
}

const MARK = /^(?:[-*•]|\d{1,3}[.)])\s+/

function withoutMark(text: string, { start, end }: Span): Span {
  return { start: start + (MARK.exec(text.slice(start, end))?.[0].length ?? 0), end }
}

/** Spans of the labelled items: each is searched after the one before. */
function spansOf({ text, items }: Labelled): (Span & { section: string })[] {
  let from = 0
  return items.map((item) => {
    const start = text.indexOf(item.text, from)
    if (start < 0) throw new Error(`a labelled item is not in its text: ${item.text.slice(0, 40)}`)
    from = start + item.text.length
    return { ...withoutMark(text, { start, end: from }), section: item.section }
  })
}

/** Intersection over union of two spans; negative when they do not overlap. */
function agreement(left: Span, right: Span): number {
  const common = Math.min(left.end, right.end) - Math.max(left.start, right.start)
  return common / (Math.max(left.end, right.end) - Math.min(left.start, right.start))
}

/** Compares the lists extracted from each text with its labelled items. */
export function scoreLists(texts: readonly Labelled[]): ListScores {
  const counts = { all: 0, read: 0, start: 0, overlap: 0, text: 0, position: 0, own: 0 }
  for (const labelled of texts) {
    const { text } = labelled
    const labelledItems = spansOf(labelled)
    const read = extract({ text, entities: [] }).lists.flatMap(({ items }, list) =>
      items.map((item, index) => ({ ...withoutMark(text, item), list, index })),
    )
    let first: { section: string; list: number; offset: number } | null = null
    labelledItems.forEach((labelledItem, index) => {
      const found = read.find(({ start }) => start === labelledItem.start)
      counts.all += 1
      if (found) counts.start += 1
      if (read.some((item) => agreement(item, labelledItem) >= 0.5)) counts.overlap += 1
      const { start, end } = labelledItem
      const same = ({ start: from, end: to }: Span) =>
        text.slice(from, to).trim() === text.slice(start, end).trim()
      if (read.some(same)) counts.text += 1
      if (!found) return
      if (first?.section !== labelledItem.section)
        first = { section: labelledItem.section, list: found.list, offset: found.index - index }
      if (found.list === first.list && found.index - index === first.offset) counts.position += 1
    })
    const starts = new Set(labelledItems.map(({ start }) => start))
    counts.read += read.length
    counts.own += read.filter(({ start }) => starts.has(start)).length
  }
  return {
    start: counts.start / counts.all,
    overlap: counts.overlap / counts.all,
    text: counts.text / counts.all,
    position: counts.position / counts.all,
    precision: counts.own / counts.read,
  }
}
