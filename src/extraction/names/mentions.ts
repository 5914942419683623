import type { MaskedSpan } from '../markdown/document.ts'
import type { Span } from '../observation.ts'
import { classAt, classBefore, OTHER, UNSPACED, WORD } from '../text/fold.ts'
import { readsAsBrand } from './brand-sense.ts'
import { type Casing, casingOf } from './context.ts'
import { type Accepts, lacksSpace, longestName, mayBegin, type NameMatcher } from './matcher.ts'
import type { NameEnd } from './trie.ts'

/** An occurrence of a tracked name in a text: a mention before anything else about it is known. Offsets are UTF-16 code units. */
export interface FoundName extends Span {
  /** Index into the tracked entities. */
  entity: number
}

/** Whether a name may begin at an offset: any name, only a compound one, only a long one, or none. */
type Beginning = 'yes' | 'compound' | 'long' | 'no'

// Arabic and Hebrew prefixes such as "and", "in" and "for", which are written without a space before the word.
const PROCLITICS = /(?:^|[^\p{L}\p{M}\p{N}])(?:[وفبلك]{1,2}|[ובלמהשכ]{1,2})$/u
const SHORTEST_AFTER_PROCLITIC = 4

function followsProclitic(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0x590 && code <= 0x6ff && PROCLITICS.test(text.slice(Math.max(0, at - 3), at))
}

/**
 * Tells whether a name may begin at an offset: `compound` where the space before it is missing, which only names of several words
 * are believed to do; `long` after an Arabic or Hebrew proclitic. `here` and `before` are the character classes at and before it.
 */
function beginsWord(text: string, at: number, here: number, before: number): Beginning {
  if (here === UNSPACED) return 'yes'
  if (before === WORD && followsProclitic(text, at)) return 'long'
  if (before === WORD || (before === here && here !== OTHER)) {
    return before === WORD && here === WORD && lacksSpace(text, at) ? 'compound' : 'no'
  }
  if (text.charCodeAt(at - 1) === 95 && classBefore(text, at - 1) === WORD) return 'no'
  return 'yes'
}

function mayStand(begins: Beginning, name: NameEnd, length: number): boolean {
  if (begins === 'compound') return name.compound
  return begins === 'yes' || (begins === 'long' && length >= SHORTEST_AFTER_PROCLITIC)
}

function isLowerOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

/**
 * Finds the names of all entities in one pass from left to right. Found names are whole words, are in ascending order and do not
 * overlap; of several that begin at one offset the longest counts. Nothing is found inside masked spans, except that a name spelled
 * like a domain (`Booking.com`) may be all of one. `text` is canonical (see `canonicalText`); offsets are UTF-16 code units into it.
 */
export function findNames(text: string, masked: readonly MaskedSpan[], matcher: NameMatcher): FoundName[] {
  const found: FoundName[] = []
  let casing: Casing | null = null
  const readCasing = () => {
    casing ??= casingOf(text)
    return casing
  }
  let maskIndex = 0
  let mask = masked[0]
  let before = OTHER
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    // No name begins at a lower-case letter or digit inside a word: this skips most of the text.
    if (before === WORD && isLowerOrDigit(code)) {
      const limit = mask ? Math.max(mask.start, at) : text.length
      const from = at
      while (at < limit && isLowerOrDigit(text.charCodeAt(at))) at += 1
      if (at > from) continue
    }
    while (mask !== undefined && mask.end <= at) {
      maskIndex += 1
      mask = masked[maskIndex]
    }
    const isMasked = mask !== undefined && mask.start <= at
    if (!isMasked || (mask?.domain && mask.start === at)) {
      const here = classAt(text, at)
      const begins = mayBegin(matcher, code, text.charCodeAt(at + 1))
        ? beginsWord(text, at, here, before)
        : 'no'
      if (begins !== 'no') {
        const limit = isMasked ? (mask?.end ?? at) : (mask?.start ?? text.length)
        const start = at
        const accepts: Accepts = (name, end) =>
          mayStand(begins, name, end - start) &&
          (!isMasked || end === limit) &&
          (!name.ordinary || readsAsBrand(text, { start, end }, name.name, readCasing))
        const match = longestName(matcher, text, start, limit, accepts)
        if (match) {
          found.push({ entity: match.name.entity, start, end: match.end })
          at = match.end
          before = classBefore(text, at)
          continue
        }
      }
      if (!isMasked) {
        at += code >= 0xd800 && code <= 0xdbff && text.charCodeAt(at + 1) >= 0xdc00 ? 2 : 1
        before = here
        continue
      }
    }
    at = mask?.end ?? text.length
    before = classBefore(text, at)
  }
  return found
}
