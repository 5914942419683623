import type { FoundedFact } from './brand-fact.ts'
import { type FactSentence, isHedged, type RawStatement } from './sentence.ts'

const YEAR = String.raw`((?:1[5-9]|20)\d\d)(?!s|\d|[.,]\d)`
const APPROXIMATE =
  /\b(?:around|about|circa|roughly|approximately|before|after|by|early|late|mid|between|c\.|~)\W*(?:the )?$/
const FOUNDED = [
  new RegExp(
    String.raw`\b(?:founded|established|incorporated|set up|formed)\b(?! (?:partnership|itself))([^.;!?]{0,45}?)\b${YEAR}`,
    'g',
  ),
  new RegExp(
    String.raw`\b(?:est|founding year|year founded|founding date|year of foundation)\b()[^\d.;]{0,6}\.?[^\d.;]{0,4}${YEAR}`,
    'g',
  ),
  new RegExp(String.raw`\b(?:its|since|the|'s) (?:founding|foundation|establishment)( in )${YEAR}`, 'g'),
  new RegExp(String.raw`\bstarted(?: out)?(?: life)?(?: as [\w' -]{1,30})?( in )${YEAR}`, 'g'),
  new RegExp(
    String.raw`\b(?:dates? back to|in business since|around since|operating since|existed since)( )${YEAR}`,
    'g',
  ),
]
const DECADE = /\b(?:founded|established)\b[^.;]{0,25}\b(?:early |late |mid-?)?(?:1[89]|20)\d0s\b/g

/** Finds statements about the year in which the brand was founded. The launch of a product does not count. */
export function findFounded(fact: FoundedFact): (sentence: FactSentence) => RawStatement[] {
  return (sentence) => {
    if (!/\d{4}/.test(sentence.lower)) return []
    const exact = FOUNDED.flatMap((pattern) => [...sentence.lower.matchAll(pattern)]).map(
      (match): RawStatement => {
        const { index, 1: gap = '', 2: year } = match
        const stated = Number(year)
        const vague = isHedged(sentence, index) || APPROXIMATE.test(gap) || /\d{4}/.test(gap)
        if (vague) return { at: index, verdict: 'unclear' }
        return { at: index, verdict: stated === fact.year ? 'supports' : 'contradicts' }
      },
    )
    const decades = [...sentence.lower.matchAll(DECADE)].map(
      ({ index }): RawStatement => ({ at: index, verdict: 'unclear' }),
    )
    return [...exact, ...decades]
  }
}
