import type { MaskedSpan } from '../markdown/document.ts'
import type { FoundName } from '../names/mentions.ts'
import type { Span } from '../observation.ts'
import { type Meaning, meaningOf } from '../sentiment/lexicon.ts'
import { classAt, OTHER } from './fold.ts'

/** A word, a sign, or a whole name. */
export interface Token extends Span {
  /** Lower case, straight apostrophes; the sign itself; empty for a name. */
  word: string
  /** Index of the found name, or −1. */
  name: number
  meaning: Meaning
}

const NONE = meaningOf('')
const WRITTEN_SIGNS = ',;:?!()|–—/=>&#.✅❌✓✗👍👎⭐'
/** Their UTF-16 units. */
const SIGNS = new Set(Array.from({ length: WRITTEN_SIGNS.length }, (_, at) => WRITTEN_SIGNS.charAt(at)))

function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 128) {
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
  }
  return classAt(text, at) !== OTHER
}

/** Apostrophes, hyphens and points between letters belong to the word: don't, user-friendly, 3.5. */
function joins(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code !== 39 && code !== 0x2019 && code !== 45 && code !== 46) return false
  return isWordAt(text, at + 1)
}

/** Position of the first entry that ends after an offset, by bisection. */
export function firstEndingAfter(spans: readonly Span[], offset: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.end ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low
}

/** The answer in lower case with every offset unchanged. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  // Only the dotted capital I grows in lower case.
  return lower.length === text.length ? lower : text.replaceAll('İ', 'i').toLowerCase()
}

/**
 * Splits a stretch into words, signs and names; names are opaque, so that no word inside "Best Buy" counts, and masked
 * stretches are left out. `lower` is the answer from `lowerCase`.
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
      tokens.push({ start: nextName.start, end: nextName.end, word: '', name, meaning: NONE })
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
      const sign = lower.charAt(at)
      if (sign !== ' ' && SIGNS.has(sign))
        tokens.push({ start: at, end: at + 1, word: sign, name: -1, meaning: meaningOf(sign) })
      at += 1
      continue
    }
    const limit = Math.min(range.end, nextName?.start ?? range.end, nextMask?.start ?? range.end)
    const start = at
    at += 1
    while (at < limit && (isWordAt(lower, at) || joins(lower, at))) at += 1
    const written = lower.slice(start, at)
    const word = written.includes('’') ? written.replaceAll('’', "'") : written
    tokens.push({ start, end: at, word, name: -1, meaning: meaningOf(word) })
  }
  return tokens
}

const RUNS_ON = /[\p{L}\p{N}).!?]$/u

/** True for a name written onto the word before it ("in silverAcme"): there a cell ends of a table that lost its lines. */
export function isWrittenOn(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  const before = tokens[at - 1]
  if (!token || token.name < 0 || before?.end !== token.start) return false
  return before.name >= 0 || RUNS_ON.test(before.word)
}
