import type { Span } from '../foundation/observation.ts'
import { isInvisible } from './fold.ts'

const LINE_FEED = 10
const SPACE = 32
const TAB = 9
const QUOTATION = 62

/** A text with normalized whitespace and no invisible characters, and the mapping to the original text. */
export interface CanonicalText {
  text: string
  /** Maps a span of `text` to the original text. The result ends after a visible character. */
  toOriginal: (span: Span) => Span
}

function isSpace(code: number): boolean {
  if (code < 0x80) return code === SPACE || (code >= TAB && code <= 13 && code !== LINE_FEED)
  if (code < 0x2000) return code === 0xa0 || code === 0x1680
  return code <= 0x200a || code === 0x202f || code === 0x205f || code === 0x3000
}

function isLineBreak(code: number): boolean {
  return code === LINE_FEED || code === 13 || code === 0x85 || code === 0x2028 || code === 0x2029
}

// Invisible characters that belong to the preceding grapheme, such as a variation selector after an emoji.
const EXTENDS = /^(?:\u034f|\u200c|\u200d|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])/u

function endOfGrapheme(text: string, offset: number): number {
  let at = offset
  for (
    let extender = EXTENDS.exec(text.slice(at, at + 2));
    extender;
    extender = EXTENDS.exec(text.slice(at, at + 2))
  )
    at += extender[0].length
  return at
}

function identity(span: Span): Span {
  return { start: span.start, end: span.end }
}

/** True for a text that `canonicalText` would not change, which is the usual case. */
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
 * Normalizes a text for extraction. It removes invisible characters, replaces every line break with a line feed and any
 * run of whitespace with one space, and removes spaces at the end of lines. The width of the indentation in characters
 * is kept. The time is linear in the text. A canonical text is returned unchanged.
 */
export function canonicalText(original: string): CanonicalText {
  if (isCanonical(original)) return { text: original, toOriginal: identity }
  const { length } = original
  const units = new Uint16Array(length)
  const from = new Int32Array(length + 1)
  let size = 0
  let indented = true
  for (let at = 0; at < length; at += 1) {
    let code = original.charCodeAt(at)
    if (code <= SPACE || code > 126) {
      if (isLineBreak(code)) {
        while (size > 0 && units[size - 1] === SPACE) size -= 1
        units[size] = LINE_FEED
        from[size] = at
        size += 1
        indented = true
        if (code === 13 && original.charCodeAt(at + 1) === LINE_FEED) at += 1
        continue
      }
      if (isSpace(code)) {
        if (indented) code = code === TAB ? TAB : SPACE
        else if (units[size - 1] === SPACE) continue
        else code = SPACE
      } else if (isInvisible(original, at)) {
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
    toOriginal: ({ start, end }) => ({
      start: from[start] ?? length,
      end: end > start ? endOfGrapheme(original, (from[end - 1] ?? length) + 1) : (from[end] ?? length),
    }),
  }
}
