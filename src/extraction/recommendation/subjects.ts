import type { ListItem } from '../markdown/document.ts'
import type { FoundName } from '../names/mentions.ts'
import { firstEndingAfter } from '../text/spans.ts'

const LONGEST_OPENING = 120
const SEPARATOR = / [–—-] |[–—]|: |:\*|:$| \(|, |\. /u
// Lower-case words that may stand before the name that an item is about.
const BEFORE_SUBJECT = new Set(
  `the a an and or vs vs. versus plus consider try choose use go with pick start by from & / + our my top #1
  og eller und oder et y ou o den det de der die das le la el`.split(/\s+/),
)
// Beginnings of titles that say what the name after them is good for: "Best for teams: X".
const LABEL =
  /^(?:best|top|budget|overall|most|cheapest|easiest|ideal|great|premium|runner|honorable|for|if|value|pick|winner|bedste?|billigste?|til|hvis|beste[rs]?|günstigste[rs]?|für|wenn)(?!\p{L})/iu

/** End of the opening of an item's title, which says what the item is about: its bold words, or those before a separator. */
function endOfOpening(text: string, item: ListItem): { end: number; bold: boolean } {
  const { start, end } = item.title
  const limit = Math.min(end, start + LONGEST_OPENING)
  const mark = text.slice(start, start + 2)
  if (mark === '**' || mark === '__') {
    const close = text.slice(start + 2, limit).indexOf(mark)
    return { end: close < 0 ? limit : start + 2 + close, bold: true }
  }
  const separator = text.slice(start, limit).search(SEPARATOR)
  return { end: separator < 0 ? limit : start + separator, bold: false }
}

/** True for words between the beginning of an item and a name that do not keep the name from being its subject. */
function mayPrecedeSubject(words: string): boolean {
  return words
    .split(/\s+/)
    .every((word) => !/^[*_("“]*\p{Ll}/u.test(word) || BEFORE_SUBJECT.has(word.toLowerCase()))
}

/** The names that an item is about. */
export interface Subjects {
  /** Indices of the found names. */
  names: number[]
  /** The name follows a label: "Best for teams: X". */
  labelled: boolean
}

/**
 * Finds the names that an item is about: those in its bold opening, link, first cell or opening words. "Best for teams: X" is about
 * X; "Y – cheaper than X" is not. `names` are in ascending order of their offsets.
 */
export function subjectsOf(text: string, item: ListItem, names: readonly FoundName[]): Subjects {
  const subjects: number[] = []
  const opening = endOfOpening(text, item)
  let from = item.title.start
  let index = firstEndingAfter(names, item.title.start)
  for (let name = names[index]; name && name.start < opening.end; name = names[index]) {
    if (!opening.bold && !mayPrecedeSubject(text.slice(from, name.start))) break
    subjects.push(index)
    from = name.end
    index += 1
  }
  const first = names[index]
  const none = { names: subjects, labelled: false }
  if (subjects.length > 0 || !first || first.start >= Math.min(item.end, opening.end + LONGEST_OPENING))
    return none
  const words = text.slice(item.title.start, opening.end).replace(/^[*_\s]+/, '')
  const between = text.slice(opening.end, first.start)
  if (/^[.,]|\n/.test(between) || !LABEL.test(words)) return none
  const labelled = mayPrecedeSubject(between.replace(/^[\s:*,–—-]+/, ''))
  return { names: labelled ? [index] : [], labelled }
}
