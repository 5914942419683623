import type { ListBlock } from '../document/document.ts'
import type { Span } from '../foundation/observation.ts'

/** An item, heading with its text, card or table row of an answer, with everything that belongs to its title. */
export interface Section extends Span {
  title: Span
  list: ListBlock
  /** 0-based position among the ranked items of its list; −1 for an unranked item. */
  rankedIndex: number
  /** 0-based position among all items of its list, without repeats. */
  index: number
  /** Index of the smallest surrounding section, or −1. */
  parent: number
  /** Offset of the first separator in its title, which ends the subject; the end of the title without a separator. */
  separator: number
}

/** Number of UTF-16 code units of a title that are used. */
const TITLE_REACH = 2000
const SEPARATOR = / [–—-] |[–—]|: |:\*|:$| \(|, |\. /u
/**
 * Maximum number of UTF-16 code units before the subject of a title, such as "The ", not counting emphasis and
 * brackets.
 */
const MAX_DETERMINER_LENGTH = 12

function separatorOf(text: string, { start, end }: Span): number {
  const at = text.slice(start, Math.min(end, start + TITLE_REACH)).search(SEPARATOR)
  return at < 0 ? end : start + at
}

/** True if a mention at an offset in a section's title is its subject: it is at the start or before the separator. */
export function isSubject(text: string, { title, separator }: Section, offset: number): boolean {
  if (offset < separator) return true
  let before = 0
  for (let at = Math.max(title.start, offset - TITLE_REACH); at < offset; at += 1) {
    if (!'*_#"“([ \t'.includes(text.charAt(at))) before += 1
    if (before > MAX_DETERMINER_LENGTH) return false
  }
  return true
}

/**
 * Returns all sections of an answer, nested by their spans and sorted by their start. `lists` is the result of
 * `findLists`.
 */
export function nestSections(text: string, lists: readonly ListBlock[]): Section[] {
  const sections: Section[] = []
  for (const list of lists) {
    let rankedIndex = 0
    let index = 0
    let last: Section | undefined
    for (const { start, end, title, unranked, repeats } of list.items) {
      if (repeats && last) {
        last.end = end
        continue
      }
      const separator = separatorOf(text, title)
      last = {
        start,
        end,
        title,
        list,
        rankedIndex: unranked ? -1 : rankedIndex,
        index,
        parent: -1,
        separator,
      }
      sections.push(last)
      if (!unranked) rankedIndex += 1
      index += 1
    }
  }
  sections.sort((a, b) => a.start - b.start || b.end - a.end)
  const open: number[] = []
  sections.forEach((section, index) => {
    while (open.length > 0 && (sections[open[open.length - 1] ?? -1]?.end ?? 0) <= section.start) open.pop()
    section.parent = open[open.length - 1] ?? -1
    open.push(index)
  })
  return sections
}

/** Returns the sections around an offset, smallest first. */
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
