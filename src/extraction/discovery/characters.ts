import { classAt, KATAKANA, OTHER, UNSPACED } from '../text/fold.ts'

/** How a word is written; a word may have several of these. */
export const SHAPE = {
  /** It begins with a capital. */
  capital: 1,
  /** It has a capital after a small letter or digit: YouTube, iPhone. */
  inner: 2,
  digit: 4,
  /** It has two letters or more and all of them are capitals. */
  upper: 8,
  /** It is a bare domain name. */
  domain: 16,
  katakana: 32,
  letter: 64,
  /** It consists of Han characters. */
  han: 128,
} as const

/** What stands between two words; there may be several. */
export const GAP = {
  space: 1,
  /** The word is the first of its line. */
  line: 2,
  colon: 4,
  /** A dash between spaces, or a long one. */
  dash: 8,
  /** A comma, semicolon, slash or plus sign. */
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
  /** An ampersand or middle dot. */
  joint: 2048,
  /** Any other character, or text in which no name is looked for. */
  other: 4096,
  /** Letters of a script without spaces between words, such as hiragana. */
  unspaced: 8192,
  /** The "'s" of the word before. */
  genitive: 16384,
} as const

const gapsOfMarks = new Uint16Array(0x10000).fill(GAP.other)
for (const [marks, gap] of [
  [' \t\u00a0\u3000', GAP.space],
  [':：', GAP.colon],
  ['–—―→', GAP.dash],
  [',、，;；/+', GAP.comma],
  ['.!?。！？…', GAP.stop],
  ['*_[]', GAP.emphasis],
  ['(（', GAP.opening],
  [')）', GAP.closing],
  ['|', GAP.bar],
  ['"“”„«»「」『』‘’\'‚', GAP.quotation],
  ['&・', GAP.joint],
] as const)
  for (const mark of marks) gapsOfMarks[mark.charCodeAt(0)] = gap

/** What a character that is in no word puts between two words, by its UTF-16 code unit. */
export function gapOf(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code > 127 && classAt(text, at) === UNSPACED) return GAP.unspaced
  return gapsOfMarks[code] ?? GAP.other
}

/** Scripts of letters: those with spaces between words, and those without whose runs may be names. */
export const NONE = 0
export const SPACED = 1
export const KANA = 2
export const HAN = 3
const UNKNOWN = 255
const scripts = new Uint8Array(0x10000).fill(UNKNOWN)
const capitals = new Uint8Array(0x10000)

function readScript(text: string, at: number): number {
  const kind = classAt(text, at)
  if (kind === OTHER) return NONE
  if (kind === KATAKANA) return KANA
  if (kind === UNSPACED) return /\p{sc=Han}/u.test(text.charAt(at)) ? HAN : NONE
  return SPACED
}

/** Script of the letter or digit at an offset; NONE for anything else. */
export function scriptAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (Number.isNaN(code)) return NONE
  const known = scripts[code] ?? UNKNOWN
  if (known !== UNKNOWN) return known
  const found = code >= 0xd800 && code <= 0xdfff ? NONE : readScript(text, at)
  scripts[code] = found
  capitals[code] = /\p{Lu}/u.test(text.charAt(at)) ? 1 : 0
  return found
}

/** True for a capital at an offset for which `scriptAt` has been called. */
export function isCapital(code: number): boolean {
  return capitals[code] === 1
}
