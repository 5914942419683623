import { isSpaceLike, skipSpace } from '../text/spaces.ts'
import type { Line } from './document.ts'

/** The number of an ordered list item or of a numbered heading. */
interface OrderedMarker {
  value: number
  /** Offset after the number, the delimiter and the space. */
  content: number
}

const MEDALS = ['🥇', '🥈', '🥉']
// Full-width delimiters in East Asian text, which are not followed by a space.
const WIDE_DELIMITERS = '．）、'
const KEYCAP = 0x20e3
const BULLETS = '-*+•◦▪‣●·∙⁃○■□◆▸►➤➔→✓✔'
const MAX_SETEXT_LENGTH = 100

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code >= 48 && code <= 57) return code - 48
  return code >= 0xff10 && code <= 0xff19 ? code - 0xff10 : -1
}

/**
 * Parses `1.`, `1)`, `1 .`, `#1`, `#1:` or a keycap digit into its value and the offset after it. Returns null for
 * anything else.
 */
function readNumber(text: string, from: number, end: number): (OrderedMarker & { wide: boolean }) | null {
  const hash = text.charCodeAt(from) === 35
  let at = hash ? from + 1 : from
  let value = 0
  const first = at
  for (let digit = digitAt(text, at); digit >= 0 && at < end && at <= first + 3; digit = digitAt(text, at)) {
    value = value * 10 + digit
    at += 1
  }
  if (at === first || at - first > 3) return null
  if (text.charCodeAt(at) === 0xfe0f) at += 1
  const delimiter = text.charAt(at)
  if (delimiter !== '' && WIDE_DELIMITERS.includes(delimiter)) return { value, content: at + 1, wide: true }
  if (
    delimiter === '.' ||
    delimiter === ')' ||
    delimiter.charCodeAt(0) === KEYCAP ||
    (hash && delimiter === ':')
  )
    at += 1
  else if (delimiter === ' ' && text.charAt(at + 1) === '.') at += 2
  else if (!hash) return null
  return { value, content: at, wide: false }
}

/** Parses `a)` to `z)` or a circled number (U+2460 to U+2473). */
function readLetter(text: string, from: number): OrderedMarker | null {
  const code = text.charCodeAt(from)
  if (code >= 0x2460 && code <= 0x2473) return { value: code - 0x245f, content: from + 1 }
  const letter = code | 32
  if (letter < 97 || letter > 122 || text.charAt(from + 1) !== ')') return null
  return { value: letter - 96, content: from + 2 }
}

/**
 * Parses an ordered list marker at an offset: `1.`, `1)`, `1 .`, `#1`, `a)`, a keycap or circled number, full-width
 * digits or a medal. `**` can precede the marker if the emphasis belongs to the content. Returns null if there is no
 * marker.
 */
function readOrderedMarker(text: string, from: number, end: number): OrderedMarker | null {
  const bold = text.startsWith('**', from)
  const start = bold ? from + 2 : from
  const medal = MEDALS.indexOf(text.slice(start, start + 2))
  const number = medal < 0 ? readNumber(text, start, end) : null
  const marker = medal < 0 ? (number ?? readLetter(text, start)) : { value: medal + 1, content: start + 2 }
  if (!marker) return null
  let at = marker.content
  if (bold && text.startsWith('**', at)) at += 2
  if (at < end && !isSpaceLike(text.charCodeAt(at)) && !number?.wide) return null
  return { value: marker.value, content: skipSpace(text, at, end) }
}

function isThematicBreak(text: string, from: number, end: number): boolean {
  const mark = text.charAt(from)
  if (mark !== '-' && mark !== '*' && mark !== '_') return false
  let count = 0
  for (let at = from; at < end; at += 1) {
    const character = text.charAt(at)
    if (character === mark) count += 1
    else if (character !== ' ' && character !== '\t') return false
  }
  return count >= 3
}

/** True for the delimiter row of a GitHub Flavored Markdown table, which has only pipes, hyphens, colons and spaces. */
export function isDelimiterRow(text: string, from: number, end: number): boolean {
  let hyphens = 0
  for (let at = from; at < end; at += 1) {
    const character = text.charAt(at)
    if (character === '-') hyphens += 1
    else if (character !== '|' && character !== ':' && character !== ' ' && character !== '\t') return false
  }
  return hyphens > 0
}

/**
 * Returns the heading level that a setext underline gives the short line above it: 1 for `=`, 2 for `-`, otherwise 0.
 */
export function setextLevel(text: string, above: Line | undefined, line: Line): number {
  if (above?.kind !== 'text' || above.end - above.content > MAX_SETEXT_LENGTH) return 0
  const from = line.kind === 'divider' ? line.start : line.content
  const underline = /^\s*(?:(={2,})|-{3,})$/.exec(
    text.slice(from, Math.min(line.end, from + MAX_SETEXT_LENGTH)),
  )
  if (!underline) return 0
  if (underline[1]) return 1
  // Answers often put a thematic break directly below a paragraph. A heading does not end like a sentence.
  return '.!?:…'.includes(text.charAt(above.end - 1)) ? 0 : 2
}

/** A dash is a bullet only before a capital letter, digit or emphasis. Otherwise it continues a wrapped line. */
function isDashBullet(text: string, at: number): boolean {
  const mark = text.charAt(at)
  return (mark === '–' || mark === '—') && /^[ \t\u00a0]+[\p{Lu}\p{N}*_["“]/u.test(text.slice(at + 1, at + 5))
}

function isBullet(text: string, at: number): boolean {
  return (BULLETS.includes(text.charAt(at)) && isSpaceLike(text.charCodeAt(at + 1))) || isDashBullet(text, at)
}

/** Returns the offset after the checkbox of a task list item (`[ ]`, `[x]`), or the given offset if there is none. */
function skipCheckbox(text: string, at: number, end: number): number {
  const box = text.slice(at, at + 4)
  return /^\[[ xX]\][ \t]$/.test(box) ? skipSpace(text, at + 4, end) : at
}

/**
 * Parses the block markers at the start of a line (block quote, heading, list marker, table row) and classifies the
 * line. The caller handles code fences, which depend on other lines, and link reference definitions, which depend on
 * the inline content. `end` is the end of the line without its line break.
 */
export function readLine(text: string, start: number, end: number): Line {
  let at = start
  let indent = 0
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 32 || code === 0xa0 || code === 0x3000) indent += 1
    else if (code === 9) indent += 4
    else if (code !== 62 && !isSpaceLike(code)) break
  }
  const line: Line = { kind: 'text', start, end, content: at, indent, level: 0, ordinal: null, bold: false }
  if (at >= end) {
    line.kind = 'blank'
    return line
  }
  const first = text.charAt(at)
  if (isThematicBreak(text, at, end)) {
    line.kind = 'divider'
    line.content = end
    return line
  }
  if (first === '#') {
    let level = 1
    while (level < 7 && text.charAt(at + level) === '#') level += 1
    if (level < 7 && isSpaceLike(text.charCodeAt(at + level))) {
      line.kind = 'heading'
      line.level = level
      line.content = skipSpace(text, at + level, end)
    }
  } else if (first === '|') {
    line.kind = 'row'
  } else if (isBullet(text, at)) {
    line.kind = 'item'
    line.content = skipCheckbox(text, skipSpace(text, at + 1, end), end)
  }
  if (line.kind === 'text' || line.kind === 'heading') {
    const marker = readOrderedMarker(text, line.content, end)
    if (marker) {
      line.ordinal = marker.value
      line.content = skipCheckbox(text, marker.content, end)
      if (line.kind === 'text') line.kind = 'item'
    }
  }
  line.bold = text.startsWith('**', line.content) || text.startsWith('__', line.content)
  return line
}
