import type { MaskedSpan } from '../markdown/document.ts'
import type { Span } from '../observation.ts'
import { classAt, classBefore, OTHER, WORD } from '../text/fold.ts'
import { readsAsBrand } from './brand-sense.ts'
import { type Casing, casingOf } from './context.ts'
import { type Accepts, longestName, mayBegin, type NameMatcher } from './matcher.ts'
import { beginsWord, mayStand } from './word-beginnings.ts'

/** An occurrence of a tracked name in a text: a mention before anything else about it is known. Offsets are UTF-16 code units. */
export interface FoundName extends Span {
  /** Index into the tracked entities. */
  entity: number
  /** The names of other entities inside it, as that of a maker in that of a product; absent where there are none. */
  parts?: readonly FoundName[]
}

/** The entities that a found name names: its own first, then those of its parts. */
export function entitiesNamed({ entity, parts = [] }: FoundName): number[] {
  return [entity, ...parts.map((part) => part.entity)]
}

function isLowerOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

// What may follow a name inside a longer one: "Disney" is no part of "Disney+".
const ENDS_PART = /^[\s*'’-]/

/**
 * The names of other entities inside a found name, each entity once: "Samsung" and "Galaxy" in "Samsung Galaxy S25". They are in
 * ascending order of where they begin, longer ones first.
 */
function partsOf(
  text: string,
  { start, end, entity }: FoundName,
  matcher: NameMatcher,
  casing: () => Casing,
): FoundName[] {
  const parts: FoundName[] = []
  const known = new Set([entity])
  const search = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      if (!mayBegin(matcher, text.charCodeAt(at), text.charCodeAt(at + 1))) continue
      if (at > start && beginsWord(text, at, classAt(text, at), classBefore(text, at)) !== 'yes') continue
      const match = longestName(matcher, text, at, to, (name, until) => {
        if ((at === from && until === to) || known.has(name.entity)) return false
        if (until < end && !ENDS_PART.test(text.charAt(until))) return false
        // A longer tracked name that begins with the word shows that the word is a name.
        return (
          !name.ordinary || at === start || readsAsBrand(text, { start: at, end: until }, name.name, casing)
        )
      })
      if (!match) continue
      parts.push({ entity: match.name.entity, start: at, end: match.end })
      known.add(match.name.entity)
      search(at, match.end)
      at = match.end - 1
    }
  }
  search(start, end)
  return parts
}

/**
 * Finds the names of all entities in one pass from left to right. Found names are whole words, are in ascending order and do not
 * overlap; of several that begin at one offset the longest counts, and names of other entities inside it are its parts. Nothing is found inside masked spans, except that a name spelled
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
          const name: FoundName = { entity: match.name.entity, start, end: match.end }
          const parts = match.name.divisible ? partsOf(text, name, matcher, readCasing) : []
          found.push(parts.length > 0 ? { ...name, parts } : name)
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
