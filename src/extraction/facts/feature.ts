import type { FeatureFact, FreePlanFact, FreeTrialFact } from './brand-fact.ts'
import { classifyOffer, type Offer } from './offered.ts'
import { type FactSentence, isHedged, type RawStatement, termPattern } from './sentence.ts'

/** Returns what a statement about an offer says about the fact that the thing is available or not. */
export function verdictOfOffer(offer: Offer, available: boolean): RawStatement['verdict'] {
  if (offer === 'unclear') return 'unclear'
  return (offer === 'offered') === available ? 'supports' : 'contradicts'
}

/** Finds statements that the brand has a feature or lacks it. */
export function findFeature(fact: FeatureFact): (sentence: FactSentence) => RawStatement[] {
  const terms = new RegExp(
    String.raw`(?<![\p{L}\p{N}-])(?:${termPattern([fact.name, ...fact.aliases])})(?:s|es)?(?![\p{L}\p{N}])`,
    'gu',
  )
  return (sentence) =>
    [...sentence.lower.matchAll(terms)].map(({ index, 0: term }) => ({
      at: index,
      verdict: verdictOfOffer(
        classifyOffer(sentence, { start: index, end: index + term.length }),
        fact.available,
      ),
    }))
}

const FREE_PLAN = /\bfree(?:[ -]forever)?[ -](?:plan|tier|version|edition|account|option|package|level)s?\b/g
const FREE_TO_USE =
  /\b(?:is|are|it's|remains?|(?<=[–—:] ?))(?: ?)(?:completely |totally |entirely |100 ?% )?free(?: to use| forever| of charge)?\b(?! (?:trial|shipping|delivery|returns|from|up to|if|with|when|only|on|for the first|\d))|\b(?:completely|totally|entirely|100 ?%) free\b|\bfree (?:to use|forever)\b/g

/** Finds statements that the brand has a free plan or not. A free trial is not a free plan. */
export function findFreePlan(fact: FreePlanFact): (sentence: FactSentence) => RawStatement[] {
  return (sentence) => {
    if (!sentence.lower.includes('free')) return []
    const plans = [...sentence.lower.matchAll(FREE_PLAN)].map(({ index, 0: term }) => ({
      at: index,
      verdict: verdictOfOffer(
        classifyOffer(sentence, { start: index, end: index + term.length }, { limits: false }),
        fact.available,
      ),
    }))
    if (plans.length > 0) return plans
    return [...sentence.lower.matchAll(FREE_TO_USE)].map(({ index, 0: term }) => {
      const negated = /\b(?:not|n't|no longer|never|nor)\b[^,;]{0,20}$/.test(
        sentence.lower.slice(0, index + term.length),
      )
      const offer = isHedged(sentence, index) ? 'unclear' : negated ? 'not_offered' : 'offered'
      return { at: index, verdict: verdictOfOffer(offer, fact.available) }
    })
  }
}

const NUMBERS = new Map(
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen'
    .split(' ')
    .map((word, index) => [word, index + 1]),
)
const LENGTH = String.raw`(\d+|${[...NUMBERS.keys(), 'thirty', 'a'].join('|')})[ -](day|week|month)s?`
const TRIAL = new RegExp(
  String.raw`(?:\bfree )?(?:\b${LENGTH}[ -])?(?:\bfree )?\btrials?(?! time| and error)(?: periods?| versions?)?\b(?: (?:of|for|lasting|lasts) ${LENGTH})?|\btry [^.;,]{1,30} (?:for )?free for ${LENGTH}`,
  'g',
)
const DAYS_PER_UNIT = new Map([
  ['day', 1],
  ['week', 7],
  ['month', 30],
])

/** Finds statements that the brand has a free trial or not, and how long it is. */
export function findFreeTrial(fact: FreeTrialFact): (sentence: FactSentence) => RawStatement[] {
  return (sentence) => {
    if (!/\btr(?:y|ial)/.test(sentence.lower)) return []
    return [...sentence.lower.matchAll(TRIAL)].map((match) => {
      const { index, 0: term } = match
      const end = index + term.length
      const offer = term.startsWith('try')
        ? isHedged(sentence, index)
          ? 'unclear'
          : 'offered'
        : classifyOffer(sentence, { start: index, end }, { limits: false })
      const verdict = verdictOfOffer(offer, fact.available)
      const after = new RegExp(String.raw`^[\w' ]{0,30}? (?:lasts|is|of|for) ${LENGTH}`).exec(
        sentence.lower.slice(end),
      )
      const [count, unit] = [
        match[1] ?? match[3] ?? match[5] ?? after?.[1],
        match[2] ?? match[4] ?? match[6] ?? after?.[2],
      ]
      const days = daysOf(count, unit)
      if (fact.days === null || days === null) return { at: index, verdict }
      if (days === fact.days)
        return {
          at: index,
          verdict:
            verdict === 'unclear' && !isHedged(sentence, index)
              ? verdictOfOffer('offered', fact.available)
              : verdict,
        }
      return { at: index, verdict: isHedged(sentence, index) ? 'unclear' : 'contradicts' }
    })
  }
}

/** Returns a length in days; null without a length. */
function daysOf(count: string | undefined, unit: string | undefined): number | null {
  if (count === undefined || unit === undefined) return null
  const number = count === 'a' ? 1 : count === 'thirty' ? 30 : (NUMBERS.get(count) ?? Number(count))
  return number * (DAYS_PER_UNIT.get(unit) ?? 1)
}
