import type { HeadquartersFact } from './brand-fact.ts'
import { isLargePlace, PLACE, placeKey } from './places.ts'
import { type FactSentence, isHedged, type RawStatement } from './sentence.ts'

const STATED = [
  new RegExp(String.raw`\b(?:[Hh]eadquartered|[Bb]ased|[Hh]ead office|HQ|[Hh]eadquarters)\*{0,2}(?: of [\p{L}\p{N} ]{1,30})?(?: (?:is|are|was|located|is located|are located))?(?: (?:in|at|out of)|\*{0,2}:\*{0,2}) (?:\*\*)?(?:downtown |central )?(${PLACE})`, 'gu'),
  new RegExp(String.raw`(${PLACE})(?:, (?:${PLACE}))?-based\b`, 'gu'),
]

/** Finds statements about the place of the headquarters. Offices and stores elsewhere do not count. */
export function findHeadquarters(fact: HeadquartersFact): (sentence: FactSentence) => RawStatement[] {
  const own = new Set([fact.place, ...fact.aliases].map(placeKey))
  const knowsCountry = fact.aliases.some(isLargePlace)
  const verdictOf = (place: string): RawStatement['verdict'] => {
    const key = placeKey(place)
    if (own.has(key)) return 'supports'
    if ([...own].some((name) => key.startsWith(`${name} `) || name.startsWith(`${key} `))) return 'unclear'
    // A city cannot be compared with a country, unless the country of the fact is known.
    return isLargePlace(place) && !knowsCountry ? 'unclear' : 'contradicts'
  }
  return (sentence) =>
    STATED.flatMap((pattern) => [...sentence.text.matchAll(pattern)]).flatMap((match): RawStatement[] => {
      const { index, 1: place = '' } = match
      // "The Milan-based company": the article is not part of the name.
      const name = (match[0].endsWith('-based') ? place.replace(/^(?:The|A|An|Today|Since) /, '') : place).replace(/[.'’-]+$/, '')
      return [{ at: index, verdict: isHedged(sentence, index) ? 'unclear' : verdictOf(name) }]
    })
}
