import type { MaskedSpan } from '../document/document.ts'
import type { Span } from '../foundation/observation.ts'
import { classAt, classBefore, OTHER, WORD } from '../text/fold.ts'
import { senseOf } from './brand-sense.ts'
import { type TextTraits, traitsOf } from './context.ts'
import { isNounWithArticle } from './foreign-sense.ts'
import { type Accepts, longestName, mayBegin, type NameMatcher } from './matcher.ts'
import { beginsWord, mayStand } from './word-beginnings.ts'

/** An occurrence of a tracked name in a text, without any analysis. Offsets are UTF-16 code units. */
export interface FoundName extends Span {
  /** Index into the tracked entities. */
  entity: number
  /** Names of other entities inside it, such as the maker in a product name; absent if there are none. */
  parts?: readonly FoundName[]
}

/** Returns the entities of a found name: its own first, then the entities of its parts. */
export function entitiesNamed({ entity, parts = [] }: FoundName): number[] {
  return [entity, ...parts.map((part) => part.entity)]
}

function isLowerOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

// Characters that may follow a name inside a longer one: "Disney" is not part of "Disney+".
const ENDS_PART = /^s?[\s*'’-]/

/**
 * Returns the names of other entities inside a found name, each entity once: "Samsung" and "Galaxy" in "Samsung Galaxy
 * S25". They are sorted by their start, longer names first.
 */
function partsOf(
  text: string,
  { start, end, entity }: FoundName,
  matcher: NameMatcher,
  traits: TextTraits,
): FoundName[] {
  const parts: FoundName[] = []
  const entities = new Set([entity])
  const search = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      if (!mayBegin(matcher, text.charCodeAt(at), text.charCodeAt(at + 1))) continue
      if (at > start && beginsWord(text, at, classAt(text, at), classBefore(text, at)) !== 'yes') continue
      const match = longestName(matcher, text, at, to, (name, until) => {
        if ((at === from && until === to) || entities.has(name.entity)) return false
        if (until < end && !ENDS_PART.test(text.slice(until, until + 2))) return false
        // The longer name starts with this word, which proves that the word is a name.
        if (!name.ordinary || at === start) return true
        return senseOf(text, { start: at, end: until }, name.name, traits) === 'brand'
      })
      if (!match) continue
      parts.push({ entity: match.name.entity, start: at, end: match.end })
      entities.add(match.name.entity)
      search(at, match.end)
      at = match.end - 1
    }
  }
  search(start, end)
  return parts
}

/**
 * Merges in the open occurrences of entities that are found elsewhere, in text order. Existing names take precedence
 * over overlapping ones.
 */
function withOpen(found: FoundName[], open: readonly FoundName[]): FoundName[] {
  if (open.length === 0) return found
  const entities = new Set(found.flatMap(entitiesNamed))
  const more = open.filter(({ entity }) => entities.has(entity))
  if (more.length === 0) return found
  let end = 0
  return [...found, ...more]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((name) => {
      if (name.start < end) return false
      end = name.end
      return true
    })
}

/**
 * Finds the names of all entities in one pass. Matches are whole words in ascending order without overlaps. If several
 * names start at the same offset, the longest counts; names of other entities inside it are its parts. Masked spans are
 * skipped, but a name with the form of a domain (`Booking.com`) may match a whole domain or start with one. An open
 * occurrence counts if the rest of the answer means the brand.
 *
 * `text` is canonical (see `canonicalText`), and `language` is its primary language subtag (BCP 47). Offsets are UTF-16
 * code units into `text`.
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
    // Fast path: no name starts at a lower-case letter or digit inside a word. This skips most of the text.
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
        // "Acme.ai Cloud" continues after a masked domain.
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
