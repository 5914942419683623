import type { MaskedSpan } from '../document/document.ts'
import type { Span } from '../foundation/observation.ts'
import type { FoundName } from '../names/mentions.ts'
import { classAt, OTHER } from '../text/fold.ts'
import { firstEndingAfter } from '../text/spans.ts'
import { type Meaning, meaningOf } from './lexicon.ts'

/** A word, a punctuation mark or symbol, or a complete name. Offsets are UTF-16 code units. */
export interface Token extends Span {
  /** The lower-case word with straight apostrophes, or the mark; empty for a name. */
  word: string
  /** Index of the found name, or −1. */
  name: number
  meaning: Meaning
}

const NO_MEANING = meaningOf('')
/** Marks that are tokens. All others only separate words. */
const MARK_LIST = ',;:?!()|–—/=>&#.✅❌✓✗👍👎⭐'
/** Their UTF-16 code units; a symbol outside the basic plane is matched in two halves. */
const MARKS = new Set(Array.from({ length: MARK_LIST.length }, (_, at) => MARK_LIST.charAt(at)))

function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 128) {
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
  }
  return classAt(text, at) !== OTHER
}

/** Apostrophes, hyphens and dots between letters or digits belong to the word: don't, user-friendly, 3.5. */
function joinsLetters(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code !== 39 && code !== 0x2019 && code !== 45 && code !== 46) return false
  return isWordAt(text, at + 1)
}

/**
 * Splits a range of a text into tokens. A name is a single token, so that words inside "Best Buy" do not count as
 * opinions. Masked spans are skipped. `lower` is the result of `lowerCase`. `names` and `masked` are in ascending
 * order; offsets are UTF-16 code units.
 */
export function readTokens(
  lower: string,
  range: Span,
  names: readonly FoundName[],
  masked: readonly MaskedSpan[],
): Token[] {
  const tokens: Token[] = []
  let name = firstEndingAfter(names, range.start)
  let mask = firstEndingAfter(masked, range.start)
  let at = range.start
  const crossing = names[name]
  if (crossing && crossing.start < at) {
    at = crossing.end
    name += 1
  }
  while (at < range.end) {
    const nextName = names[name]
    if (nextName && nextName.start <= at) {
      tokens.push({ start: nextName.start, end: nextName.end, word: '', name, meaning: NO_MEANING })
      at = nextName.end
      name += 1
      continue
    }
    const nextMask = masked[mask]
    if (nextMask && nextMask.start <= at) {
      at = Math.max(at, nextMask.end)
      mask += 1
      continue
    }
    if (!isWordAt(lower, at)) {
      const mark = lower.charAt(at)
      if (mark !== ' ' && MARKS.has(mark))
        tokens.push({ start: at, end: at + 1, word: mark, name: -1, meaning: meaningOf(mark) })
      at += 1
      continue
    }
    const limit = Math.min(range.end, nextName?.start ?? range.end, nextMask?.start ?? range.end)
    const start = at
    at += 1
    while (at < limit && (isWordAt(lower, at) || joinsLetters(lower, at))) at += 1
    const written = lower.slice(start, at)
    const word = written.includes('’') ? written.replaceAll('’', "'") : written
    tokens.push({ start, end: at, word, name: -1, meaning: meaningOf(word) })
  }
  return tokens
}

const ENDS_WITHOUT_SPACE = /[\p{L}\p{N}).!?]$/u

/**
 * True for a name that follows a word without a space ("in silverAcme"). This is the start of a cell in a table that a
 * web page has collapsed into one line.
 */
export function beginsCollapsedCell(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  const before = tokens[at - 1]
  if (!token || token.name < 0 || before?.end !== token.start) return false
  return before.name >= 0 || ENDS_WITHOUT_SPACE.test(before.word)
}
