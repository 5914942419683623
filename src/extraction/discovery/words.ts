import type { MarkdownDocument } from '../markdown/document.ts'
import { classAt, isExtender, KATAKANA, OTHER, UNSPACED } from '../text/fold.ts'

/** How a word is written; a word may have several of these. */
export const SHAPE = {
  /** It begins with a capital. */
  capital: 1,
  /** It has a capital after a lower-case letter or digit: YouTube, iPhone. */
  inner: 2,
  /** It has a digit. */
  digit: 4,
  /** It has two letters or more and all of them are capitals. */
  upper: 8,
  /** It is a bare domain name. */
  domain: 16,
  /** It is a run of katakana. */
  katakana: 32,
  /** It has a letter. */
  letter: 64,
} as const

/** What stands between two words; there may be several. */
export const GAP = {
  space: 1,
  /** The word is the first of its line. */
  line: 2,
  colon: 4,
  /** A dash between spaces, or a long one. */
  dash: 8,
  comma: 16,
  /** A full stop, question or exclamation mark. */
  stop: 32,
  /** A mark of emphasis or a bracket of a link. */
  emphasis: 64,
  opening: 128,
  closing: 256,
  /** The bar between the cells of a table. */
  bar: 512,
  quotation: 1024,
  /** An ampersand, slash or plus sign. */
  joint: 2048,
  /** Any other character, or text in which no name is looked for. */
  other: 4096,
  /** A letter of a script without spaces between words. */
  unspaced: 8192,
} as const

/** The words of a text, in order; each array has an element for each word. Offsets are UTF-16 code units. */
export interface Words {
  count: number
  starts: Int32Array
  ends: Int32Array
  /** Bits of `SHAPE`. */
  shapes: Uint8Array
  /** Bits of `GAP`: what stands before the word. The element behind the last word is the end of the text. */
  gaps: Uint16Array
  /** Index of the line. */
  lines: Int32Array
  /** FNV-1a hash of the word in lower case, see `hashWord`. */
  hashes: Int32Array
}

const JOINERS = "'’-‑.&+"

const GAPS = new Map<string, number>()
for (const [marks, gap] of [
  [' \t\u00a0\u3000', GAP.space],
  [':：', GAP.colon],
  ['–—―→', GAP.dash],
  [',、，;；', GAP.comma],
  ['.!?。！？…', GAP.stop],
  ['*_[]', GAP.emphasis],
  ['(（', GAP.opening],
  [')）', GAP.closing],
  ['|', GAP.bar],
  ['"“”„«»「」『』‘’\'‚', GAP.quotation],
  ['&/+・', GAP.joint],
] as const)
  for (const mark of marks) GAPS.set(mark, gap)

const gapsOfAscii = Uint16Array.from(
  { length: 128 },
  (_, code) => GAPS.get(String.fromCharCode(code)) ?? GAP.other,
)

function gapOf(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code < 128) return gapsOfAscii[code] ?? GAP.other
  return GAPS.get(text.charAt(at)) ?? GAP.other
}

function isUpper(text: string, at: number, code: number): boolean {
  if (code < 128) return code >= 65 && code <= 90
  return /\p{Lu}/u.test(text.charAt(at))
}

/** A list of words for at most a number of them. */
function createWords(size: number): Words {
  return {
    count: 0,
    starts: new Int32Array(size),
    ends: new Int32Array(size),
    shapes: new Uint8Array(size),
    gaps: new Uint16Array(size + 1),
    lines: new Int32Array(size),
    hashes: new Int32Array(size),
  }
}

/** Word or katakana letter, digit or mark. */
function isWordLetter(text: string, at: number, code: number): boolean {
  if (code < 128)
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
  const kind = classAt(text, at)
  return kind !== OTHER && kind !== UNSPACED
}

/**
 * Splits a text into its words in one scan. Hyphens, dots, apostrophes and ampersands between letters belong to the word, as does a plus
 * sign at its end. Markers of lists and headings, code and addresses are left out. `text` is canonical, `lower` the same in lower case.
 */
export function readWords(text: string, lower: string, { lines, masked }: MarkdownDocument): Words {
  const words = createWords((text.length >> 1) + 2)
  const { starts, ends, shapes, gaps, lines: ofLine, hashes } = words
  let count = 0
  let mask = 0
  let gap: number = 0
  lines.forEach((line, index) => {
    gap |= GAP.line
    if (line.kind === 'code' || line.kind === 'definition') return
    let at = line.content
    while (at < line.end) {
      while ((masked[mask]?.end ?? text.length) <= at && mask < masked.length) mask += 1
      const covering = masked[mask]
      if (covering && covering.start <= at) {
        if (covering.domain && covering.start === at && covering.end <= line.end) {
          starts[count] = at
          ends[count] = covering.end
          shapes[count] = SHAPE.domain | SHAPE.letter
          gaps[count] = gap
          ofLine[count] = index
          hashes[count] = 0
          count += 1
          gap = 0
        } else gap |= GAP.other
        at = covering.end
        continue
      }
      const code = text.charCodeAt(at)
      if (!isWordLetter(text, at, code)) {
        if (classAt(text, at) === UNSPACED) gap |= GAP.unspaced
        else if (code === 45) gap |= gap & GAP.space ? GAP.dash : GAP.other
        else gap |= gapOf(text, at)
        at += 1
        continue
      }
      const limit = Math.min(line.end, covering?.start ?? line.end)
      const start = at
      const katakana = code >= 128 && classAt(text, at) === KATAKANA
      let shape: number = katakana ? SHAPE.katakana | SHAPE.letter : 0
      if (isUpper(text, at, code)) shape |= SHAPE.capital
      let hash = 0x811c9dc5
      let upper = 0
      let small = 0
      let before = 0
      for (; at < limit; at += 1) {
        const unit = text.charCodeAt(at)
        if (!isWordLetter(text, at, unit)) {
          // A joiner belongs to the word only between two letters of it.
          if (katakana || !JOINERS.includes(text.charAt(at)) || at + 1 >= limit) break
          if (!isWordLetter(text, at + 1, text.charCodeAt(at + 1))) break
          before = 0
        } else if (unit >= 128 && (classAt(text, at) === KATAKANA) !== katakana && !isExtender(unit)) break
        else if (katakana && unit < 128) break
        else if (unit >= 48 && unit <= 57) {
          shape |= SHAPE.digit
          before = 1
        } else if (isUpper(text, at, unit)) {
          upper += 1
          if (before === 1) shape |= SHAPE.inner
        } else {
          small += 1
          before = 1
        }
        hash = Math.imul(hash ^ lower.charCodeAt(at), 0x01000193)
      }
      if (upper + small > 0) shape |= SHAPE.letter
      if (upper > 1 && small === 0) shape |= SHAPE.upper
      while (at < limit && text.charCodeAt(at) === 43) at += 1
      starts[count] = start
      ends[count] = at
      shapes[count] = shape
      gaps[count] = gap
      ofLine[count] = index
      hashes[count] = hash
      count += 1
      gap = 0
    }
  })
  gaps[count] = gap | GAP.line
  words.count = count
  return words
}
