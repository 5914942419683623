import type { ListBlock } from '../markdown/document.ts'
import type { Span } from '../observation.ts'

/** An item, heading with its text, card or table row of an answer: everything that belongs to its title. */
export interface Section extends Span {
  title: Span
  list: ListBlock
  /** 0-based place among the ranked items of its list; −1 for an item that takes no place. */
  place: number
  /** 0-based place among all items of its list. */
  index: number
  /** Index of the smallest section around it; −1 without one. */
  parent: number
}

/** All sections of an answer, nested by their spans, in the order of their beginnings. `lists` are those of `readLists`. */
export function readSections(lists: readonly ListBlock[]): Section[] {
  const sections: Section[] = []
  for (const list of lists) {
    let place = 0
    list.items.forEach(({ start, end, title, unranked }, index) => {
      sections.push({ start, end, title, list, place: unranked ? -1 : place, index, parent: -1 })
      if (!unranked) place += 1
    })
  }
  sections.sort((left, right) => left.start - right.start || right.end - left.end)
  const open: number[] = []
  sections.forEach((section, index) => {
    while (open.length > 0 && (sections[open[open.length - 1] ?? -1]?.end ?? 0) <= section.start) open.pop()
    section.parent = open[open.length - 1] ?? -1
    open.push(index)
  })
  return sections
}

/** The sections around an offset, the smallest first. */
export function sectionsAround(sections: readonly Section[], offset: number): Section[] {
  let low = 0
  let high = sections.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sections[middle]?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  const around: Section[] = []
  for (let at = low - 1; at >= 0; ) {
    const section = sections[at]
    if (!section) break
    if (section.end > offset) around.push(section)
    at = section.parent
  }
  return around
}
