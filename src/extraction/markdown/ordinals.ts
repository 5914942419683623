import { isSpaceLike, skipSpace } from '../text/spaces.ts'

export interface Ordinal {
  value: number
  /** Offset after the number, its mark and the space. */
  content: number
}

const MEDALS = ['🥇', '🥈', '🥉']
// Marks of their own scripts, which need no space after them.
const WIDE_MARKS = '．）、'
const KEYCAP = 0x20e3

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code >= 48 && code <= 57) return code - 48
  return code >= 0xff10 && code <= 0xff19 ? code - 0xff10 : -1
}

/** Offset after `1.`, `1)`, `1 .`, `#1`, `#1:` or a keycap figure and its value, or null. */
function readFigure(text: string, from: number, end: number): (Ordinal & { wide: boolean }) | null {
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
  const mark = text.charAt(at)
  if (mark !== '' && WIDE_MARKS.includes(mark)) return { value, content: at + 1, wide: true }
  if (mark === '.' || mark === ')' || mark.charCodeAt(0) === KEYCAP || (hash && mark === ':')) at += 1
  else if (mark === ' ' && text.charAt(at + 1) === '.') at += 2
  else if (!hash) return null
  return { value, content: at, wide: false }
}

/** `a)` to `z)`, or a circled figure. */
function readLetter(text: string, from: number): Ordinal | null {
  const code = text.charCodeAt(from)
  if (code >= 0x2460 && code <= 0x2473) return { value: code - 0x245f, content: from + 1 }
  const letter = code | 32
  if (letter < 97 || letter > 122 || text.charAt(from + 1) !== ')') return null
  return { value: letter - 96, content: from + 2 }
}

/**
 * Reads the number of an item at an offset: `1.`, `1)`, `1 .`, `#1`, `a)`, a keycap or circled figure, full-width
 * figures, a medal; also behind bold marks, whose bold then begins the content. Null where no item begins.
 */
export function readOrdinal(text: string, from: number, end: number): Ordinal | null {
  const bold = text.startsWith('**', from)
  const start = bold ? from + 2 : from
  const medal = MEDALS.indexOf(text.slice(start, start + 2))
  const figure = medal < 0 ? readFigure(text, start, end) : null
  const found = medal < 0 ? (figure ?? readLetter(text, start)) : { value: medal + 1, content: start + 2 }
  if (!found) return null
  let at = found.content
  if (bold && text.startsWith('**', at)) at += 2
  if (at < end && !isSpaceLike(text.charCodeAt(at)) && !figure?.wide) return null
  return { value: found.value, content: skipSpace(text, at, end) }
}
