import type { MarkdownDocument } from '../../document/document.ts'
import { GAP, gapOf, HAN, isCapital, KANA, NONE, SHAPE, SPACED, scriptAt } from './characters.ts'

/** The words of a text in order. Each array has one element per word. Offsets are UTF-16 code units. */
export interface Words {
  count: number
  starts: Int32Array
  ends: Int32Array
  /** Bits of `SHAPE`. */
  shapes: Uint8Array
  /** Bits of `GAP` for the text before the word. The element after the last word is the end of the text. */
  gaps: Uint16Array
  lines: Int32Array
  /** Hash of the lower-case word, see `hashOf`. */
  hashes: Int32Array
}

// Marks that belong to a word if they are between two of its letters.
const JOINERS = "'’-‑.&+"
const PLUS = 43
const COMMA = 44
/** A capital after this many lower-case letters starts a new word: the space between two cells is missing. */
const MAX_SMALL_PREFIX_LENGTH = 5

/** Returns the FNV-1a hash of a lower-case word (see `hashWord`). Ignores joiners other than the plus sign. */
export function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at += 1) hash = addToHash(hash, word.charCodeAt(at))
  return hash
}

function addToHash(hash: number, code: number): number {
  return JOINERS.includes(String.fromCharCode(code)) && code !== PLUS
    ? hash
    : Math.imul(hash ^ code, 0x01000193)
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

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

/**
 * Returns the start of a price that is glued to the end of a word, as in "Quest 3499,00 $". Before the comma, the price
 * has three digits, or a digit, a dot and three digits. Returns the end of the word if there is no price.
 */
function startOfPrice(text: string, from: number, at: number, limit: number): number {
  if (text.charCodeAt(at) !== COMMA || at + 4 >= limit || at - from < 4) return at
  if (
    !isDigit(text.charCodeAt(at - 1)) ||
    !isDigit(text.charCodeAt(at + 2)) ||
    isDigit(text.charCodeAt(at + 3))
  )
    return at
  if (!'$€£'.includes(text.charAt(at + 3)) && !'$€£'.includes(text.charAt(at + 4))) return at
  return text.charAt(at - 4) === '.' && at - from > 5 ? at - 5 : at - 3
}

/** True at the apostrophe of "'s" at the end of a word. */
function isGenitive(text: string, at: number): boolean {
  const mark = text.charCodeAt(at)
  if (mark !== 39 && mark !== 0x2019) return false
  return (text.charCodeAt(at + 1) | 32) === 115 && scriptAt(text, at + 2) !== SPACED
}

// Reused for every text. The caller must finish with the words of one text before splitting the next.
let buffers = createWords(8192)

/** Appends the word at an offset to `words` and returns its end. */
function readWord(text: string, lower: string, from: number, limit: number, words: Words): number {
  const script = scriptAt(text, from)
  let shape: number = script === KANA ? SHAPE.katakana : script === HAN ? SHAPE.han : 0
  if (isCapital(text.charCodeAt(from))) shape |= SHAPE.capital
  let hash = 0x811c9dc5
  let upper = 0
  let small = 0
  let afterSmall = false
  let at = from
  for (; at < limit; at += 1) {
    const code = text.charCodeAt(at)
    // Fast path for most letters.
    if (code >= 97 && code <= 122 && script === SPACED) {
      small += 1
      afterSmall = true
      hash = Math.imul(hash ^ code, 0x01000193)
      continue
    }
    const here = scriptAt(text, at)
    if (here === NONE) {
      if (script !== SPACED || !JOINERS.includes(text.charAt(at))) break
      const next = at + 1 < limit ? text.charCodeAt(at + 1) : 0
      // "+2" after a source is the number of further sources.
      if (scriptAt(text, at + 1) !== SPACED || at + 1 >= limit || (code === PLUS && isDigit(next))) break
      if (isGenitive(text, at)) break
      afterSmall = false
      if (code !== PLUS) continue
    } else if (here !== script) break
    else if (isDigit(code)) {
      shape |= SHAPE.digit
      afterSmall = true
    } else if (isCapital(code)) {
      if (upper === 0 && small >= MAX_SMALL_PREFIX_LENGTH && afterSmall) break
      upper += 1
      if (afterSmall) shape |= SHAPE.inner
    } else {
      small += 1
      afterSmall = true
    }
    hash = Math.imul(hash ^ lower.charCodeAt(at), 0x01000193)
  }
  if (upper + small > 0) shape |= SHAPE.letter
  if (upper > 1 && small === 0) shape |= SHAPE.upper
  const price = startOfPrice(text, from, at, limit)
  if (price > from && price < at) {
    at = price
    hash = hashOf(lower.slice(from, at))
  }
  // Disney+
  if (text.charCodeAt(at) === PLUS && at < limit && scriptAt(text, at + 1) === NONE) at += 1
  const { count } = words
  words.starts[count] = from
  words.ends[count] = at
  words.shapes[count] = shape
  words.hashes[count] = hash
  return at
}

/**
 * Splits a text into words in one scan. Hyphens, dots, apostrophes and ampersands between letters belong to the word,
 * and so does a plus sign at its end. Runs of katakana and of Han characters are words. List and heading markers, code
 * and URLs are skipped, but a bare domain name is a word. `text` is canonical, `lower` is its lower-case form.
 */
export function readWords(text: string, lower: string, { lines, masked }: MarkdownDocument): Words {
  if (text.length >= buffers.starts.length) buffers = createWords(text.length * 2)
  const words = buffers
  words.count = 0
  let mask = 0
  let gap: number = 0
  const add = (line: number) => {
    words.gaps[words.count] = gap
    words.lines[words.count] = line
    words.count += 1
    gap = 0
  }
  lines.forEach((line, index) => {
    gap |= GAP.line
    if (line.kind === 'code' || line.kind === 'definition') return
    let at = line.content
    while (at < line.end) {
      let covering = masked[mask]
      while (covering && covering.end <= at) {
        mask += 1
        covering = masked[mask]
      }
      if (covering && covering.start <= at) {
        if (covering.domain && covering.start === at && covering.end <= line.end) {
          words.starts[words.count] = at
          words.ends[words.count] = covering.end
          words.shapes[words.count] = SHAPE.domain | SHAPE.letter
          words.hashes[words.count] = hashOf(lower.slice(at, Math.min(covering.end, at + 80)))
          add(index)
        } else gap |= GAP.other
        at = covering.end
      } else if (scriptAt(text, at) === NONE) {
        const code = text.charCodeAt(at)
        if (gap === 0 && at > line.content && isGenitive(text, at)) {
          gap |= GAP.genitive
          at += 2
          continue
        }
        if (code === 45) gap |= gap & GAP.space ? GAP.dash : GAP.other
        else gap |= gapOf(text, at)
        at += 1
        // Skip the number of further sources after a plus sign.
        if (code === PLUS) while (at < line.end && isDigit(text.charCodeAt(at))) at += 1
      } else {
        const limit = Math.min(line.end, covering?.start ?? line.end)
        at = readWord(text, lower, at, limit, words)
        add(index)
        // A price follows without a space.
        if (at < limit && isDigit(text.charCodeAt(at)) && scriptAt(text, at) === SPACED) gap |= GAP.other
      }
    }
  })
  words.gaps[words.count] = gap | GAP.line
  return words
}
