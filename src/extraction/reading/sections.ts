import type { ListBlock } from '../markdown/document.ts'
import type { Span } from '../observation.ts'

/** An item, heading with its text, card or table row of an answer: everything that belongs to its title. */
export interface Section extends Span {
  title: Span
  list: ListBlock
  /** 0-based place among the ranked items of its list; −1 for an item that takes no place. */
  place: number
  /** 0-based place among all items of its list that repeat no other. */
  index: number
  /** Index of the smallest section around it; −1 without one. */
  parent: number
  /** Where the first separator of its title is, before which the subject stands; the end of the title without one. */
  separator: number
}

/** Code units of a title that are looked at. */
const TITLE_REACH = 2000
const SEPARATOR = / [–—-] |[–—]|: |:\*|:$| \(|, |\. /u
/** Code units of a title before its subject, emphasis and brackets aside: "The ". */
const LONGEST_DETERMINER = 12

function separatorOf(text: string, { start, end }: Span): number {
  const at = text.slice(start, Math.min(end, start + TITLE_REACH)).search(SEPARATOR)
  return at < 0 ? end : start + at
}

/** True where a mention at an offset of a section's title is what the section is about: it stands at its beginning or before its separator. */
export function isSubject(text: string, { title, separator }: Section, offset: number): boolean {
  if (offset < separator) return true
  let before = 0
  for (let at = Math.max(title.start, offset - TITLE_REACH); at < offset; at += 1) {
    if (!'*_#"“([ \t'.includes(text.charAt(at))) before += 1
    if (before > LONGEST_DETERMINER) return false
  }
  return true
}

/** All sections of an answer, nested by their spans, in the order of their beginnings. `lists` are those of `readLists`. */
export function readSections(text: string, lists: readonly ListBlock[]): Section[] {
  const sections: Section[] = []
  for (const list of lists) {
    let place = 0
    let index = 0
    let last: Section | undefined
    for (const { start, end, title, unranked, repeats } of list.items) {
      if (repeats && last) {
        last.end = end
        continue
      }
      const separator = separatorOf(text, title)
      last = { start, end, title, list, place: unranked ? -1 : place, index, parent: -1, separator }
      sections.push(last)
      if (!unranked) place += 1
      index += 1
    }
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
