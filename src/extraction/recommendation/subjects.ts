import type { ListItem } from '../markdown/document.ts'
import type { FoundName } from '../names/mentions.ts'
import { firstEndingAfter } from '../text/words.ts'

const LONGEST_LEAD = 120
const SEPARATOR = / [–—-] |[–—]|: |:\*|:$| \(|, |\. /u
// What an item may say before the name it is about, beside words with a capital.
const LEADING = new Set(
  `the a an and or vs vs. versus plus consider try choose use go with pick start by from & / + our my top #1
  og eller und oder et y ou o den det de der die das le la el`.split(/\s+/),
)
const LABEL =
  /^(?:best|top|budget|overall|most|cheapest|easiest|ideal|great|premium|runner|honorable|for|if|value|pick|winner|bedste?|billigste?|til|hvis|beste[rs]?|günstigste[rs]?|für|wenn)(?!\p{L})/iu

/** End of the part of an item's first line that says what the item is. */
function endOfLead(text: string, item: ListItem): { end: number; bold: boolean } {
  const { start, end } = item.head
  const limit = Math.min(end, start + LONGEST_LEAD)
  const mark = text.slice(start, start + 2)
  if (mark === '**' || mark === '__') {
    const close = text.slice(start + 2, limit).indexOf(mark)
    return { end: close < 0 ? limit : start + 2 + close, bold: true }
  }
  const separator = text.slice(start, limit).search(SEPARATOR)
  return { end: separator < 0 ? limit : start + separator, bold: false }
}

function isLeading(words: string): boolean {
  return words.split(/\s+/).every((word) => !/^[*_("“]*\p{Ll}/u.test(word) || LEADING.has(word.toLowerCase()))
}

/** What an item is about. */
export interface Subjects {
  /** Indices of the found names. */
  names: number[]
  /** Named only behind a label: "Best for teams: X". */
  labelled: boolean
}

/**
 * The names an item is about: those in its bold lead, link, first cell or opening words. "Best for teams: X" is about
 * X; "Y – cheaper than X" is not.
 */
export function subjectsOf(text: string, item: ListItem, names: readonly FoundName[]): Subjects {
  const subjects: number[] = []
  const lead = endOfLead(text, item)
  let from = item.head.start
  let index = firstEndingAfter(names, item.head.start)
  for (let name = names[index]; name && name.start < lead.end; name = names[index]) {
    if (!lead.bold && !isLeading(text.slice(from, name.start))) break
    subjects.push(index)
    from = name.end
    index += 1
  }
  const first = names[index]
  const none = { names: subjects, labelled: false }
  if (subjects.length > 0 || !first || first.start >= Math.min(item.end, lead.end + LONGEST_LEAD)) return none
  const words = text.slice(item.head.start, lead.end).replace(/^[*_\s]+/, '')
  const between = text.slice(lead.end, first.start)
  if (/^[.,]|\n/.test(between) || !LABEL.test(words)) return none
  const labelled = isLeading(between.replace(/^[\s:*,–—-]+/, ''))
  return { names: labelled ? [index] : [], labelled }
}
