import type { Span } from '../foundation/observation.ts'
import { isDigit, isLower, isUpper } from './characters.ts'
import type { Line, ListItem } from './document.ts'
import { listItem } from './list-builder.ts'

const MIN_TABLE_LENGTH = 200
const MAX_TITLE_LENGTH = 70
const MIN_ROWS = 3
const MIN_CERTAIN = 3
/** Number of lower-case letters before a capital within one name, as in "iPhone" or "macOS". */
const MAX_PREFIX_LENGTH = 2
const MAX_UNCERTAIN_PREFIX_LENGTH = 3
/** Maximum length of a header row after its title, in UTF-16 code units. */
const MAX_HEADER_LENGTH = 80
const SPACE = 32
const JOINING_WORDS: ReadonlySet<string> = new Set(['and', 'or', 'of', 'for', 'the', 'a', 'with', 'in', 'vs'])

/** An offset at which two cells meet without a space. */
interface Seam {
  at: number
  /** False if it may be inside a name such as "YouTube". */
  certain: boolean
}

/** Returns the seam at an offset, or null inside a word or number. */
function seamAt(text: string, at: number, wordStart: number): Seam | null {
  const before = text.charCodeAt(at - 1)
  const code = text.charCodeAt(at)
  // "EV~$30,000", "Phone$499", "drawbacks2025 Acme"
  if (code === 126 || code === 36) return before > SPACE && before !== 40 ? { at, certain: false } : null
  if (isDigit(code))
    return isLower(before) && isDigit(text.charCodeAt(at + 3)) ? { at, certain: false } : null
  if (!isUpper(code)) return null
  if (isLower(before)) {
    const lower = isLower(text.charCodeAt(wordStart))
    if (lower && at - wordStart <= MAX_PREFIX_LENGTH) return null
    return { at, certain: lower && at - wordStart > MAX_UNCERTAIN_PREFIX_LENGTH }
  }
  // "OLEDVery": a new word follows the last letter of an abbreviation.
  if (isUpper(before) || isDigit(before)) {
    const word = isLower(text.charCodeAt(at + 1)) && isLower(text.charCodeAt(at + 2))
    return word ? { at, certain: false } : null
  }
  const closes = '.!?)]”"’%*″…'.includes(text.charAt(at - 1)) && !' *("“'.includes(text.charAt(at - 2))
  return closes && text.charCodeAt(at + 1) !== 46 ? { at, certain: true } : null
}

function seamsOf(text: string, start: number, end: number): Seam[] {
  const seams: Seam[] = []
  let wordStart = start
  for (let at = start + 1; at < end; at += 1) {
    const before = text.charCodeAt(at - 1)
    if (!isLower(before) && !isUpper(before) && !isDigit(before)) wordStart = at
    const seam = seamAt(text, at, wordStart)
    if (!seam) continue
    seams.push(seam)
    wordStart = at
  }
  return seams
}

/** True for a short cell that consists mostly of capitalized words, like a product name. */
function isTitle(text: string, { start, end }: Span): boolean {
  if (end - start > MAX_TITLE_LENGTH || end - start < 2 || '.;,:+'.includes(text.charAt(end - 1)))
    return false
  const first = text.charCodeAt(start)
  if (!isUpper(first) && !isDigit(first)) return false
  const cell = text.slice(start, end).replace(/\([^)]*\)/g, ' ')
  if (/[.,;:] |\+\d|\(/.test(cell)) return false
  let capitals = 0
  let words = 0
  for (const word of cell.split(/[\s/&+–-]+/)) {
    if (word === '' || JOINING_WORDS.has(word)) continue
    words += 1
    const code = word.charCodeAt(0)
    if (!isLower(code)) capitals += 1
  }
  return words > 0 && capitals * 2 > words
}

/**
 * Splits a table that a web page has collapsed into one line, including the header: "ToolWhy it is goodAcmeFast and
 * cheap.Brio…". A row starts where prose is followed by one or more short cells of capitalized words. A header that does
 * not look like a row becomes part of the first row.
 */
export function splitCollapsedTable(text: string, line: Line): ListItem[] {
  if (line.kind !== 'text' || line.end - line.content < MIN_TABLE_LENGTH) return []
  const seams = seamsOf(text, line.content, line.end)
  if (seams.filter(({ certain }) => certain).length < MIN_CERTAIN) return []
  const rows: ListItem[] = []
  let run: { start: number; certain: boolean } | null = { start: line.content, certain: true }
  let start = line.content
  for (let at = 0; at <= seams.length; at += 1) {
    const end = seams[at]?.at ?? line.end
    if (!isTitle(text, { start, end })) {
      if (run && start > run.start) {
        const title = text.slice(run.start, start)
        if (run.certain || (title.includes(' ') && !title.includes(',')))
          rows.push(listItem(run.start, line.end, start))
      }
      run = null
    } else run ??= { start, certain: seams[at - 1]?.certain ?? true }
    start = end
  }
  rows.forEach((row, index) => {
    row.end = rows[index + 1]?.start ?? line.end
  })
  const [header] = rows
  if (header?.start === line.content && header.end - header.title.end <= MAX_HEADER_LENGTH)
    header.unranked = true
  return rows.length < MIN_ROWS ? [] : rows
}
