import type { Line } from './document.ts'

const BULLETS = '-*+•◦▪‣●'

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

interface Ordinal {
  value: number
  /** Offset after the number, its mark and the space. */
  content: number
}

/** Reads `1. `, `1) `, `#1 ` or a keycap figure, also behind bold marks, whose bold then begins the content. */
function readOrdinal(text: string, from: number, end: number): Ordinal | null {
  let at = from
  const bold = text.startsWith('**', at)
  if (bold) at += 2
  const hash = text.charCodeAt(at) === 35
  if (hash) at += 1
  const first = at
  while (at < end && at < first + 4 && isDigit(text.charCodeAt(at))) at += 1
  if (at === first || at - first > 3) return null
  const value = Number(text.slice(first, at))
  if (text.charCodeAt(at) === 0xfe0f) at += 1
  const mark = text.charCodeAt(at)
  if (mark === 46 || mark === 41 || mark === 0x20e3 || (hash && mark === 58)) at += 1
  else if (!hash) return null
  if (bold && text.startsWith('**', at)) at += 2
  if (at < end && text.charCodeAt(at) !== 32 && text.charCodeAt(at) !== 9) return null
  while (at < end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at += 1
  return { value, content: at }
}

function isThematicBreak(text: string, from: number, end: number): boolean {
  const mark = text.charAt(from)
  if (mark !== '-' && mark !== '*' && mark !== '_') return false
  let count = 0
  for (let at = from; at < end; at += 1) {
    const character = text.charAt(at)
    if (character === mark) count += 1
    else if (character !== ' ') return false
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

/** Reads the marks at the beginning of a line and says what kind of line it is, fences and definitions aside. */
export function readMarker(text: string, start: number, end: number): Line {
  let at = start
  let indent = 0
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 32 || code === 0xa0) indent += 1
    else if (code === 9) indent += 4
    else if (code !== 62) break
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
    if (level < 7 && text.charAt(at + level) === ' ') {
      line.kind = 'heading'
      line.level = level
      line.content = at + level + 1
      while (line.content < end && text.charAt(line.content) === ' ') line.content += 1
    }
  } else if (first === '|') {
    line.kind = 'row'
  } else if (BULLETS.includes(first) && (text.charAt(at + 1) === ' ' || text.charAt(at + 1) === '\t')) {
    line.kind = 'item'
    line.content = at + 2
    while (line.content < end && text.charAt(line.content) === ' ') line.content += 1
  }
  if (line.kind === 'text' || line.kind === 'heading') {
    const ordinal = readOrdinal(text, line.content, end)
    if (ordinal) {
      line.ordinal = ordinal.value
      line.content = ordinal.content
      if (line.kind === 'text') line.kind = 'item'
    }
  }
  line.bold = text.startsWith('**', line.content) || text.startsWith('__', line.content)
  return line
}
