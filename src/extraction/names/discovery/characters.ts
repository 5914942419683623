import { classAt, KATAKANA, OTHER, UNSPACED } from '../../text/fold.ts'

/** Bits for the shape of a word; a word can have several. */
export const SHAPE = {
  /** Starts with a capital. */
  capital: 1,
  /** Has a capital after a lower-case letter or digit: YouTube, iPhone. */
  inner: 2,
  digit: 4,
  /** Has at least two letters, all of them capitals. */
  upper: 8,
  /** Is a bare domain name. */
  domain: 16,
  katakana: 32,
  letter: 64,
  /** Consists of Han characters. */
  han: 128,
} as const

/** Bits for the text between two words; there can be several. */
export const GAP = {
  space: 1,
  /** Line start: the following word is the first of its line. */
  line: 2,
  colon: 4,
  /** A dash between spaces, or a long dash. */
  dash: 8,
  /** A comma, semicolon, slash or plus sign. */
  comma: 16,
  /** A period, question mark or exclamation mark. */
  stop: 32,
  /** Emphasis or a bracket of a link. */
  emphasis: 64,
  opening: 128,
  closing: 256,
  /** The pipe between table cells. */
  bar: 512,
  quotation: 1024,
  /** An ampersand or middle dot. */
  joint: 2048,
  /** Any other character, or text that is not searched for names. */
  other: 4096,
  /** Letters of a script without spaces between words, such as hiragana. */
  unspaced: 8192,
  /** The "'s" of the previous word. */
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

/** Returns the gap bit for a character that is not part of a word. */
export function gapOf(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code > 127 && classAt(text, at) === UNSPACED) return GAP.unspaced
  return gapsOfMarks[code] ?? GAP.other
}

/** Script of a letter: none, spaces between words, or no spaces but with runs that may be names (kana, Han). */
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
  if (kind === UNSPACED)
    return /^\p{sc=Han}/u.test(String.fromCodePoint(text.codePointAt(at) ?? 0)) ? HAN : NONE
  return SPACED
}

/** Returns the script of the letter or digit at an offset, also in the middle of a surrogate pair; NONE otherwise. */
export function scriptAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (Number.isNaN(code)) return NONE
  if (code >= 0xd800 && code <= 0xdfff) return readScript(text, code < 0xdc00 || at === 0 ? at : at - 1)
  const cached = scripts[code] ?? UNKNOWN
  if (cached !== UNKNOWN) return cached
  const script = readScript(text, at)
  scripts[code] = script
  capitals[code] = /\p{Lu}/u.test(text.charAt(at)) ? 1 : 0
  return script
}

/** True for a capital letter. `scriptAt` must have been called for this UTF-16 code unit before. */
export function isCapital(code: number): boolean {
  return capitals[code] === 1
}
