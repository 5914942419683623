import { extract } from '../../src/extraction/extract.ts'
import type { Span } from '../../src/extraction/observation.ts'
import type { Labelled } from './sets.ts'

/** Shares, 0…1, of the labelled items and (precision) of the items read. */
export interface ListScores {
  /** An item read begins where the labelled one does, its mark aside. */
  start: number
  /** The two have at least half of what either covers in common. */
  overlap: number
  /** The same text, the mark aside. */
  text: number
  /** The same place among the labelled items of its section. */
  position: number
  /** Items read that begin where a labelled one does. */
  precision: number
}

const MARK = /^(?:[-*•]|\d{1,3}[.)])\s+/

function withoutMark(text: string, { start, end }: Span): Span {
  return { start: start + (MARK.exec(text.slice(start, end))?.[0].length ?? 0), end }
}

/** Where the labelled items stand: each is looked for behind the one before. */
function placesOf({ text, items }: Labelled): (Span & { section: string })[] {
  let from = 0
  return items.map((item) => {
    const start = text.indexOf(item.text, from)
    if (start < 0) throw new Error(`a labelled item is not in its text: ${item.text.slice(0, 40)}`)
    from = start + item.text.length
    return { ...withoutMark(text, { start, end: from }), section: item.section }
  })
}

function agreement(left: Span, right: Span): number {
  const common = Math.min(left.end, right.end) - Math.max(left.start, right.start)
  return common / (Math.max(left.end, right.end) - Math.min(left.start, right.start))
}

/** Compares the lists read in each answer with the items that are labelled. */
export function scoreLists(texts: readonly Labelled[]): ListScores {
  const counts = { all: 0, read: 0, start: 0, overlap: 0, text: 0, position: 0, own: 0 }
  for (const labelled of texts) {
    const { text } = labelled
    const places = placesOf(labelled)
    const read = extract({ text, entities: [] }).lists.flatMap(({ items }, list) =>
      items.map((item, index) => ({ ...withoutMark(text, item), list, index })),
    )
    let first: { section: string; list: number; offset: number } | null = null
    places.forEach((place, index) => {
      const found = read.find(({ start }) => start === place.start)
      counts.all += 1
      if (found) counts.start += 1
      if (read.some((item) => agreement(item, place) >= 0.5)) counts.overlap += 1
      const { start, end } = place
      const same = ({ start: from, end: to }: Span) =>
        text.slice(from, to).trim() === text.slice(start, end).trim()
      if (read.some(same)) counts.text += 1
      if (!found) return
      if (first?.section !== place.section)
        first = { section: place.section, list: found.list, offset: found.index - index }
      if (found.list === first.list && found.index - index === first.offset) counts.position += 1
    })
    const starts = new Set(places.map(({ start }) => start))
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
