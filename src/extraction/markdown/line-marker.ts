import { isSpaceLike, skipSpace } from '../text/spaces.ts'
import type { Line } from './document.ts'
import { readOrdinal } from './ordinals.ts'

const BULLETS = '-*+•◦▪‣●·∙⁃○■□◆▸►➤➔→✓✔'
const LONGEST_SETEXT = 100

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

/** True for the line under a table's header: only bars, dashes, colons and spaces. */
export function isTableDivider(text: string, from: number, end: number): boolean {
  let dashes = 0
  for (let at = from; at < end; at += 1) {
    const character = text.charAt(at)
    if (character === '-') dashes += 1
    else if (character !== '|' && character !== ':' && character !== ' ' && character !== '\t') return false
  }
  return dashes > 0
}

/** Level of the heading that a line of `=` or `-` makes of the short line above it, else 0. */
export function underlineLevel(text: string, above: Line | undefined, line: Line): number {
  if (above?.kind !== 'text' || above.end - above.content > LONGEST_SETEXT) return 0
  const from = line.kind === 'divider' ? line.start : line.content
  const shape = /^\s*(?:(={2,})|-{3,})$/.exec(text.slice(from, Math.min(line.end, from + LONGEST_SETEXT)))
  if (!shape) return 0
  if (shape[1]) return 1
  // A rule is often put right under a paragraph; a heading does not end as a sentence.
  return '.!?:…'.includes(text.charAt(above.end - 1)) ? 0 : 2
}

/** A dash is a bullet only before a word with a capital: else a line that runs on begins with it. */
function isDashBullet(text: string, at: number): boolean {
  const mark = text.charAt(at)
  return (mark === '–' || mark === '—') && /^[ \t\u00a0]+[\p{Lu}\p{N}*_["“]/u.test(text.slice(at + 1, at + 5))
}

function isBullet(text: string, at: number): boolean {
  return (BULLETS.includes(text.charAt(at)) && isSpaceLike(text.charCodeAt(at + 1))) || isDashBullet(text, at)
}

/** The box of a task that stands open or is done. */
function afterBox(text: string, at: number, end: number): number {
  const box = text.slice(at, at + 4)
  return /^\[[ xX]\][ \t]$/.test(box) ? skipSpace(text, at + 4, end) : at
}

/** Reads the marks at the beginning of a line and says what kind of line it is, fences and definitions aside. */
export function readMarker(text: string, start: number, end: number): Line {
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
    line.content = afterBox(text, skipSpace(text, at + 1, end), end)
  }
  if (line.kind === 'text' || line.kind === 'heading') {
    const ordinal = readOrdinal(text, line.content, end)
    if (ordinal) {
      line.ordinal = ordinal.value
      line.content = afterBox(text, ordinal.content, end)
      if (line.kind === 'text') line.kind = 'item'
    }
  }
  line.bold = text.startsWith('**', line.content) || text.startsWith('__', line.content)
  return line
}
