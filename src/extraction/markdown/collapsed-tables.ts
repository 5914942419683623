import type { Span } from '../observation.ts'
import type { Line, ListBlock, ListItem } from './document.ts'

const SHORTEST_TABLE = 200
const LONGEST_TITLE = 70
const FEWEST_ROWS = 3
const FEWEST_CERTAIN = 3
/** Letters in lower case before a capital within one word, such as "iPhone" or "macOS". */
const LONGEST_PREFIX = 2
const LONGEST_UNCERTAIN_PREFIX = 3
/** Code units below the titles of a header, of which none is a sentence. */
const LONGEST_HEADER = 80
const SPACE = 32
const JOINING_WORDS: ReadonlySet<string> = new Set(['and', 'or', 'of', 'for', 'the', 'a', 'with', 'in', 'vs'])

function isUpper(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 0xc0 && code <= 0xde && code !== 0xd7)
}

function isLower(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 0xdf && code <= 0xff && code !== 0xf7)
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** A place where two cells meet without a space. */
interface Seam {
  at: number
  /** Not within a name such as "YouTube". */
  certain: boolean
}

/** What meets at an offset: null for a word or figure that goes on. */
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
    if (lower && at - wordStart <= LONGEST_PREFIX) return null
    return { at, certain: lower && at - wordStart > LONGEST_UNCERTAIN_PREFIX }
  }
  // "OLEDVery": the last letter of an abbreviation is followed by a word of its own.
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

/** True for a short cell of capitalised words, as the names of things have. */
function isTitle(text: string, { start, end }: Span): boolean {
  if (end - start > LONGEST_TITLE || end - start < 2 || '.;,:+'.includes(text.charAt(end - 1))) return false
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

/** Rows of one line: each begins with one or more short cells of capitalised words, after which comes prose or a figure. */
function rowsOf(text: string, line: Line): ListItem[] {
  const seams = seamsOf(text, line.content, line.end)
  if (seams.filter(({ certain }) => certain).length < FEWEST_CERTAIN) return []
  const rows: ListItem[] = []
  let run: { start: number; certain: boolean } | null = { start: line.content, certain: true }
  let start = line.content
  for (let at = 0; at <= seams.length; at += 1) {
    const end = seams[at]?.at ?? line.end
    if (!isTitle(text, { start, end })) {
      if (run && start > run.start) {
        const title = { start: run.start, end: start }
        const words = text.slice(title.start, title.end)
        if (run.certain || (words.includes(' ') && !words.includes(',')))
          rows.push({ start: title.start, end: line.end, title })
      }
      run = null
    } else run ??= { start, certain: seams[at - 1]?.certain ?? true }
    start = end
  }
  rows.forEach((row, index) => {
    row.end = rows[index + 1]?.start ?? line.end
  })
  const [header] = rows
  if (header?.start === line.content && header.end - header.title.end <= LONGEST_HEADER)
    header.unranked = true
  return rows
}

/**
 * Tables whose cells a web page has run together into one line, header and all: "ToolWhy it is goodAcmeFast and cheap.Brio…". A row
 * begins where a cell of capitalised words meets the prose before it; a header with which no row could begin is part of the first.
 */
export function readCollapsedTables(text: string, lines: readonly Line[]): ListBlock[] {
  return lines.flatMap((line, index): ListBlock[] => {
    if (line.kind !== 'text' || line.end - line.content < SHORTEST_TABLE) return []
    const items = rowsOf(text, line)
    return items.length < FEWEST_ROWS ? [] : [{ kind: 'table', items, line: index }]
  })
}
