const PRIME = 0x01000193
const OFFSET = 0x811c9dc5
/** Hash shared by all numbers. */
const NUMBER = 0x4e554d42
/** Distinguishes pairs of words from single words. */
const PAIR = 0x27d4eb2f

const SPACE = 0
const LETTER = 1
const DIGIT = 2
const MARK = 3
/** Letters of scripts without spaces; each is a word. */
const UNSPACED = 4
/** Markdown characters, which have no meaning here. */
const SKIPPED = new Set('*_|#`~'.split('').map((mark) => mark.charCodeAt(0)))
const APOSTROPHE = 39

function classOf(code: number): number {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return LETTER
  if (code >= 48 && code <= 57) return DIGIT
  if (code <= 32 || code === 0xa0 || code === 0x3000) return SPACE
  if (code < 128) return SKIPPED.has(code) ? SPACE : MARK
  if (code < 0xc0 || (code >= 0x2000 && code < 0x2c00) || (code >= 0x3001 && code < 0x3040)) return MARK
  if ((code >= 0x3040 && code < 0xa000) || (code >= 0xff00 && code < 0xfff0)) return UNSPACED
  return LETTER
}
const classes = Uint8Array.from({ length: 0x10000 }, (_, code) => classOf(code))

/**
 * Calls `visit` for each word and each pair of words between two offsets of a lower-case text, with its FNV-1a hash
 * (http://www.isthe.com/chongo/tech/comp/fnv/) and the start of its last word. Punctuation marks are words of one
 * character; Markdown characters are skipped.
 */
export function eachPhrase(
  lower: string,
  start: number,
  end: number,
  visit: (hash: number, at: number) => void,
): void {
  let before: number | undefined
  let at = start
  while (at < end) {
    const from = at
    const kind = classes[lower.charCodeAt(at)] ?? SPACE
    at += 1
    if (kind === SPACE) continue
    let word = Math.imul(OFFSET ^ lower.charCodeAt(from), PRIME)
    if (kind === LETTER || kind === DIGIT) {
      for (; at < end; at += 1) {
        const code = lower.charCodeAt(at)
        const next = classes[code] ?? SPACE
        const apostrophe = code === APOSTROPHE && classes[lower.charCodeAt(at + 1)] === LETTER
        if (next !== LETTER && next !== DIGIT && !apostrophe) break
        word = Math.imul(word ^ code, PRIME)
      }
      if (kind === DIGIT) word = NUMBER
    }
    visit(word, from)
    if (before !== undefined) visit(Math.imul(before ^ PAIR, PRIME) ^ word, from)
    before = word
  }
}
