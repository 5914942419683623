import type { AvailabilityFact } from './brand-fact.ts'
import { verdictOfOffer } from './feature.ts'
import type { Offer } from './offered.ts'
import { clauseAt, type FactSentence, isHedged, type RawStatement, termPattern } from './sentence.ts'

const POSITIVE =
  /\b(?:available|offered|sold|ships?|shipping|delivers?|delivering|operates?|operating|launched (?:in|across)|accessible|serves?|works?|can (?:be used|be ordered|use|order|sign up|buy)|can be bought|active|supports?|supported|expanded|open)\b/g
const NEGATION =
  /\b(?:not|n't|cannot|can't|never|no longer|unavailable|isn't|aren't|doesn't|don't|won't|nor|banned|blocked|prohibited)\b/
const DEPARTURE =
  /\b(?:left|exited|withdr[ae]wn?(?: from)?|pulled out(?: of)?|stopped (?:selling|operating|shipping)(?: (?:in|to))?|shut down(?: in)?|closed(?: in)?) (?:from )?(?:the )?$/
const ONLY = /\b(?:only|exclusively|solely)\b/
const EVERYWHERE = /\b(?:worldwide|globally|around the world|in (?:every|all) countr(?:y|ies))\b/
const ELSEWHERE =
  /\b(?:only|exclusively)\b[^.;]{0,25}\b(?:in|to) (?:the )?(\p{Lu}[\p{L}.]+(?: \p{Lu}[\p{L}]+)*)/u

/** Finds statements that the brand is available in a place or not. */
export function findAvailability(fact: AvailabilityFact): (sentence: FactSentence) => RawStatement[] {
  const place = new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${termPattern([fact.place, ...fact.aliases])})(?![\p{L}\p{N}])`,
    'gu',
  )
  return (sentence) => {
    const places = [...sentence.lower.matchAll(place)]
    if (places.length === 0) return findElsewhere(sentence, fact)
    return places.flatMap(({ index }): RawStatement[] => {
      const offer = offerAt(sentence, index)
      return offer === null ? [] : [{ at: index, verdict: verdictOfOffer(offer, fact.available) }]
    })
  }
}

/** Returns whether the brand is offered in the place at an offset; null if the sentence says something else about it. */
function offerAt(sentence: FactSentence, at: number): Offer | null {
  const { start, text } = clauseAt(sentence, at)
  const before = text.slice(0, at - start)
  const after = text.slice(at - start)
  if (DEPARTURE.test(before)) return isHedged(sentence, at) ? 'unclear' : 'not_offered'
  if (/\bnot (?:in|to) (?:the )?$/.test(before) && POSITIVE_ANYWHERE.test(sentence.lower))
    return 'not_offered'
  const located =
    /\b(?:in|to|across|throughout|within|for|of|serves?|customers in|and|or|,|outside) (?:the )?$/.test(
      before,
    )
  const near = `${before.slice(-90)}${after.slice(0, 70)}`
  if (!located || !(POSITIVE_ANYWHERE.test(near) || /\bunavailable\b|\bavailability\b/.test(near)))
    return null
  if (/\boutside (?:of )?(?:the )?$/.test(before)) return null
  if (isHedged(sentence, at) || /\bavailability\b/.test(near)) return 'unclear'
  return NEGATION.test(near) ? 'not_offered' : 'offered'
}

const POSITIVE_ANYWHERE = new RegExp(POSITIVE.source)

/** Statements that name other places only, or the whole world. */
function findElsewhere(sentence: FactSentence, { available }: AvailabilityFact): RawStatement[] {
  const { lower, text } = sentence
  if (!EVERYWHERE.test(lower) && !ONLY.test(lower)) return []
  const offered = POSITIVE_ANYWHERE.exec(lower)
  if (!offered) return []
  const at = offered.index
  if (isHedged(sentence, at)) return []
  const negated = NEGATION.test(lower)
  if (EVERYWHERE.test(lower) && !negated && !ONLY.test(lower))
    return [{ at, verdict: verdictOfOffer('offered', available) }]
  const only = ELSEWHERE.exec(text)
  return only && /\bavailable\b/.test(lower) && !negated
    ? [{ at, verdict: verdictOfOffer('not_offered', available) }]
    : []
}
