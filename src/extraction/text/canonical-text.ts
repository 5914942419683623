import type { Span } from '../observation.ts'
import { isInvisible } from './fold.ts'

const LINE_FEED = 10
const SPACE = 32
const TAB = 9
const QUOTATION = 62

/** A text without the noise of its writing, and the way back to what was written. */
export interface CanonicalText {
  text: string
  /** The span of the text as written; it ends with something visible. */
  written: (span: Span) => Span
}

function isSpace(code: number): boolean {
  if (code < 0x80) return code === SPACE || (code >= TAB && code <= 13 && code !== LINE_FEED)
  if (code < 0x2000) return code === 0xa0 || code === 0x1680
  return code <= 0x200a || code === 0x202f || code === 0x205f || code === 0x3000
}

function isLineBreak(code: number): boolean {
  return code === LINE_FEED || code === 13 || code === 0x85 || code === 0x2028 || code === 0x2029
}

// What belongs to the sign before it even where it shows nothing.
const EXTENDS = /^(?:\u034f|\u200c|\u200d|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])/u

function endOfSign(text: string, offset: number): number {
  let at = offset
  for (let sign = EXTENDS.exec(text.slice(at, at + 2)); sign; sign = EXTENDS.exec(text.slice(at, at + 2)))
    at += sign[0].length
  return at
}

function same(span: Span): Span {
  return { start: span.start, end: span.end }
}

/** True for a text without noise, as most are. */
function isCanonical(text: string): boolean {
  let previous = LINE_FEED
  let indented = true
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > SPACE && code < 127) {
      if (code !== QUOTATION) indented = false
    } else if (code === LINE_FEED) {
      if (previous === SPACE) return false
      indented = true
    } else if (code === SPACE) {
      if (previous === SPACE && !indented) return false
    } else {
      if (isSpace(code) || isLineBreak(code) || isInvisible(text, at)) return false
      indented = false
    }
    previous = code
  }
  return previous !== SPACE
}

/**
 * The text that is read: invisible characters left out, every line break a line feed, spaces of any kind one space, none
 * at the end of a line. Indentation keeps its width. Time linear in the text; a text without noise is itself.
 */
export function canonicalText(written: string): CanonicalText {
  if (isCanonical(written)) return { text: written, written: same }
  const { length } = written
  const units = new Uint16Array(length)
  const from = new Int32Array(length + 1)
  let size = 0
  let indented = true
  for (let at = 0; at < length; at += 1) {
    let code = written.charCodeAt(at)
    if (code <= SPACE || code > 126) {
      if (isLineBreak(code)) {
        while (size > 0 && units[size - 1] === SPACE) size -= 1
        units[size] = LINE_FEED
        from[size] = at
        size += 1
        indented = true
        if (code === 13 && written.charCodeAt(at + 1) === LINE_FEED) at += 1
        continue
      }
      if (isSpace(code)) {
        if (indented) code = code === TAB ? TAB : SPACE
        else if (units[size - 1] === SPACE) continue
        else code = SPACE
      } else if (isInvisible(written, at)) {
        if (code >= 0xd800 && code <= 0xdbff) at += 1
        continue
      } else indented = false
    } else if (code !== QUOTATION) indented = false
    units[size] = code
    from[size] = at
    size += 1
  }
  while (size > 0 && units[size - 1] === SPACE) size -= 1
  from[size] = length
  return {
    text: Buffer.from(units.buffer, 0, size * 2).toString('utf16le'),
    written: ({ start, end }) => ({
      start: from[start] ?? length,
      end: end > start ? endOfSign(written, (from[end - 1] ?? length) + 1) : (from[end] ?? length),
    }),
  }
}
