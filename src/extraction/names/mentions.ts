import type { MaskedSpan } from '../markdown/document.ts'
import type { Span } from '../observation.ts'
import { classAt, classBefore, OTHER, UNSPACED, WORD } from '../text/fold.ts'
import { readsAsBrand } from './brand-sense.ts'
import { type Accepts, isGlued, longestName, type Matcher, mayBegin } from './matcher.ts'
import { type Casing, casingOf } from './name-context.ts'
import type { NameEnd } from './name-trie.ts'

/** A name found in the answer, before anything is said about it. */
export interface FoundName extends Span {
  entity: number
}

type Beginning = 'yes' | 'compound' | 'long' | 'no'

// "And", "in", "for", written without a space before the word.
const PROCLITICS = /(?:^|[^\p{L}\p{M}\p{N}])(?:[وفبلك]{1,2}|[ובלמהשכ]{1,2})$/u
const SHORTEST_AFTER_PROCLITIC = 4

function followsProclitic(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0x590 && code <= 0x6ff && PROCLITICS.test(text.slice(Math.max(0, at - 3), at))
}

/**
 * True where a name may begin; `compound` when only a compound name may, because the space before it was lost; `long`
 * when only a name of some length may, after an Arabic or Hebrew proclitic.
 */
function beginsWord(text: string, at: number, here: number, before: number): Beginning {
  if (here === UNSPACED) return 'yes'
  if (before === WORD && followsProclitic(text, at)) return 'long'
  if (before === WORD || (before === here && here !== OTHER)) {
    return before === WORD && here === WORD && isGlued(text, at) ? 'compound' : 'no'
  }
  if (text.charCodeAt(at - 1) === 95 && classBefore(text, at - 1) === WORD) return 'no'
  return 'yes'
}

function mayStand(begins: Beginning, name: NameEnd, length: number): boolean {
  if (begins === 'compound') return name.compound
  return begins === 'yes' || (begins === 'long' && length >= SHORTEST_AFTER_PROCLITIC)
}

function isSmall(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

/**
 * Finds every name of every entity in one pass from left to right; the longest name wins, found names do not overlap
 * and come in order. Whole words only; nothing inside masked stretches, except that a name spelled like a domain
 * (`Booking.com`) may be all of one. The text is canonical (`canonicalText`); spans are UTF-16 offsets into it that slice
 * to the name as written.
 */
export function findNames(text: string, masked: readonly MaskedSpan[], matcher: Matcher): FoundName[] {
  const found: FoundName[] = []
  let known: Casing | null = null
  const casing = () => {
    known ??= casingOf(text)
    return known
  }
  let mask = 0
  let cover = masked[0]
  let before = OTHER
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    // Nothing begins at a small letter or figure in the middle of a word: most of the text ends here.
    if (before === WORD && isSmall(code)) {
      const limit = cover ? Math.max(cover.start, at) : text.length
      const from = at
      while (at < limit && isSmall(text.charCodeAt(at))) at += 1
      if (at > from) continue
    }
    while (cover !== undefined && cover.end <= at) {
      mask += 1
      cover = masked[mask]
    }
    const hidden = cover !== undefined && cover.start <= at
    if (!hidden || (cover?.domain && cover.start === at)) {
      const here = classAt(text, at)
      const begins = mayBegin(matcher, code, text.charCodeAt(at + 1))
        ? beginsWord(text, at, here, before)
        : 'no'
      if (begins !== 'no') {
        const limit = hidden ? (cover?.end ?? at) : (cover?.start ?? text.length)
        const start = at
        const accepts: Accepts = (name, end) =>
          mayStand(begins, name, end - start) &&
          (!hidden || end === limit) &&
          (!name.ordinary || readsAsBrand(text, { start, end }, name.name, casing))
        const match = longestName(matcher, text, start, limit, accepts)
        if (match) {
          found.push({ entity: match.name.entity, start, end: match.end })
          at = match.end
          before = classBefore(text, at)
          continue
        }
      }
      if (!hidden) {
        at += code >= 0xd800 && code <= 0xdbff && text.charCodeAt(at + 1) >= 0xdc00 ? 2 : 1
        before = here
        continue
      }
    }
    at = cover?.end ?? text.length
    before = classBefore(text, at)
  }
  return found
}
