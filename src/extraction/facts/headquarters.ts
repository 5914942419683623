import type { HeadquartersFact } from './brand-fact.ts'
import { isLargePlace, PLACE, placeKey } from './places.ts'
import { type FactSentence, isHedged, type RawStatement } from './sentence.ts'

const COMPANY_NOUNS =
  'company|firm|start-?up|brand|(?:car)?maker|manufacturer|retailer|vendor|provider|business|developer|studio|outfit'
const TECHNOLOGIES =
  'Cloud|Browser|API|AI|Web|Mac|Windows|Linux|Android|iOS|Subscription|Java|Chromium|GPU|ML|SaaS'

const STATED = [
  new RegExp(
    String.raw`\b(?:[Hh]eadquartered|[Bb]ased|[Hh]ead office|HQ|[Hh]eadquarters)\*{0,2}(?: of [\p{L}\p{N} ]{1,30})?(?: (?:is|are|was|located|is located|are located))?(?: (?:in|at|out of)|\*{0,2}:\*{0,2}) (?:\*\*)?(?:downtown |central )?(${PLACE})`,
    'gu',
  ),
  // "Browser-based tool" names no place, so a company must follow.
  new RegExp(
    String.raw`(?<!\p{L})(?!(?:${TECHNOLOGIES})-)(${PLACE})(?:, (?:${PLACE}))?-based(?= (?:[\w-]+ ){0,2}(?:${COMPANY_NOUNS})\b| (\p{Lu}))`,
    'gu',
  ),
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
    (/based|head|hq/.test(sentence.lower) ? STATED : [])
      .flatMap((pattern) => [...sentence.text.matchAll(pattern)])
      .flatMap((match): RawStatement[] => {
        const { index, 0: matched, 1: place = '', 2: capital } = match
        if (
          capital !== undefined &&
          !sentence.brandNames.some(({ start }) => start === index + matched.length + 1)
        )
          return []
        // "The Milan-based company": the article is not part of the name.
        const name = (
          matched.endsWith('-based') ? place.replace(/^(?:The|A|An|Today|Since) /, '') : place
        ).replace(/[.'’-]+$/, '')
        return [{ at: index, verdict: isHedged(sentence, index) ? 'unclear' : verdictOf(name) }]
      })
}
