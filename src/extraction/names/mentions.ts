import type { MaskedSpan } from '../markdown/document.ts'
import type { Span } from '../observation.ts'
import { classAt, classBefore, OTHER, WORD } from '../text/fold.ts'
import { senseOf } from './brand-sense.ts'
import { type TextTraits, traitsOf } from './context.ts'
import { isNounWithArticle } from './foreign-sense.ts'
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
const ENDS_PART = /^s?[\s*'’-]/

/**
 * The names of other entities inside a found name, each entity once: "Samsung" and "Galaxy" in "Samsung Galaxy S25". They are in
 * ascending order of where they begin, longer ones first.
 */
function partsOf(
  text: string,
  { start, end, entity }: FoundName,
  matcher: NameMatcher,
  traits: TextTraits,
): FoundName[] {
  const parts: FoundName[] = []
  const known = new Set([entity])
  const search = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      if (!mayBegin(matcher, text.charCodeAt(at), text.charCodeAt(at + 1))) continue
      if (at > start && beginsWord(text, at, classAt(text, at), classBefore(text, at)) !== 'yes') continue
      const match = longestName(matcher, text, at, to, (name, until) => {
        if ((at === from && until === to) || known.has(name.entity)) return false
        if (until < end && !ENDS_PART.test(text.slice(until, until + 2))) return false
        // A longer tracked name that begins with the word shows that the word is a name.
        if (!name.ordinary || at === start) return true
        return senseOf(text, { start: at, end: until }, name.name, traits) === 'brand'
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

/** The found names with those left open of entities that are found, in order; where both overlap, the found one stays. */
function withOpen(found: FoundName[], open: readonly FoundName[]): FoundName[] {
  if (open.length === 0) return found
  const meant = new Set(found.flatMap(entitiesNamed))
  const more = open.filter(({ entity }) => meant.has(entity))
  if (more.length === 0) return found
  let end = 0
  return [...found, ...more]
    .sort((one, other) => one.start - other.start || other.end - one.end)
    .filter((name) => {
      if (name.start < end) return false
      end = name.end
      return true
    })
}

/**
 * Finds the names of all entities in one pass from left to right. Found names are whole words, are in ascending order and do not
 * overlap; of several that begin at one offset the longest counts, and names of other entities inside it are its parts. Nothing is found inside masked spans, except that a name spelled
 * like a domain (`Booking.com`) may be all of one or begin with it. A name that its sentence leaves open counts where the answer means the brand
 * elsewhere. `text` is canonical (see `canonicalText`), `language` its primary subtag of BCP 47; offsets are UTF-16 code units into it.
 */
export function findNames(
  text: string,
  masked: readonly MaskedSpan[],
  matcher: NameMatcher,
  language: string | null = null,
): FoundName[] {
  const found: FoundName[] = []
  const open: FoundName[] = []
  const traits = traitsOf(text, language)
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
        // "Acme.ai Cloud" goes on after what is spelled like a domain.
        const limit = (isMasked ? masked[maskIndex + 1] : mask)?.start ?? text.length
        const shortest = isMasked ? (mask?.end ?? at) : at
        const start = at
        const accepts: Accepts = (name, end) => {
          if (end < shortest || !mayStand(begins, name, end - start)) return false
          if (!name.ordinary) return !traits.foreign || !isNounWithArticle(text, { start, end })
          const sense = senseOf(text, { start, end }, name.name, traits)
          if (sense === 'open') open.push({ entity: name.entity, start, end })
          return sense === 'brand'
        }
        const match = longestName(matcher, text, start, limit, accepts)
        if (match) {
          const name: FoundName = { entity: match.name.entity, start, end: match.end }
          const parts = match.name.divisible ? partsOf(text, name, matcher, traits) : []
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
  return withOpen(found, open)
}
