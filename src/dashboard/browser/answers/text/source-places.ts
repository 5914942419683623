import { decodeString } from 'micromark-util-decode-string'

/** Maps each UTF-16 code unit of a rendered text to its range in the source; ends are exclusive. */
export interface SourcePlaces {
  starts: readonly number[]
  ends: readonly number[]
}

/** Matches a character reference or an escaped character at the start of a text. */
const ESCAPE = /^(?:&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[\dA-Za-z]{1,31});|\\[!-/:-@[-`{-~])/

/**
 * Maps the text of a Markdown node to its source. The source is longer than the text because of references (`&amp;`),
 * escapes (`\*`) and syntax (indentation, `>` at the start of a line).
 * @param start the first code unit of the node in the source
 * @param end the code unit after its last
 */
export function placesOf(source: string, start: number, end: number, text: string): SourcePlaces {
  const starts: number[] = []
  const ends: number[] = []
  let at = start
  while (starts.length < text.length) {
    if (at >= end) {
      // Not in the source: Markdown added this text. Map it to the end.
      starts.push(end)
      ends.push(end)
      continue
    }
    const next = text[starts.length]
    const char = source[at]
    const escaped =
      char === '&' || char === '\\' ? ESCAPE.exec(source.slice(at, Math.min(end, at + 40))) : null
    const written = escaped && decodeString(escaped[0])
    if (escaped && written && written !== escaped[0] && text.startsWith(written, starts.length)) {
      for (let unit = 0; unit < written.length; unit += 1) {
        starts.push(at)
        ends.push(at + escaped[0].length)
      }
      at += escaped[0].length
      continue
    }
    // micromark replaces NUL.
    if (char === next || (char === '\0' && next === '\uFFFD')) {
      starts.push(at)
      ends.push(at + 1)
    }
    at += 1
  }
  return { starts, ends }
}
