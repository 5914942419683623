import { isTooFew, type Rate } from '../../charts/rate.tsx'
import { count, number, percent, percentRange } from '../../formatting/format.ts'
import type { AnswersSearch } from '../../routing/answer-search.ts'

/** A condition on what an answer says about a brand. */
export type Condition =
  | { is: 'named' | 'recommended'; holds: boolean }
  | { is: 'sentiment'; label: NonNullable<AnswersSearch['sentiment']> }
  | { is: 'absence'; cause: NonNullable<AnswersSearch['absence']> }

/** Returns the condition of a search. By default: whether the answer mentions the brand. */
export function conditionOf({ named, recommended, sentiment, absence }: AnswersSearch): Condition {
  if (absence) return { is: 'absence', cause: absence }
  if (sentiment) return { is: 'sentiment', label: sentiment }
  if (recommended) return { is: 'recommended', holds: recommended === 'yes' }
  return { is: 'named', holds: named !== 'no' }
}

/** Number of matching answers and their total, with the share and its interval if the server has measured them. */
export interface Counted {
  numerator: number
  denominator: number | null
  rate: Rate | null
}

/** Display names for the filters. */
export interface Words {
  brand: string
  provider?: string | undefined
  country?: string | undefined
  prompt?: string | undefined
}

/**
 * Describes the listed answers in a sentence, for example `45 of 96 answers from Perplexity mention Taskfern: 47 %
 * (37–57).`
 */
export function seenSentence(
  search: AnswersSearch,
  words: Words,
  { numerator, denominator, rate }: Counted,
): string {
  const condition = conditionOf(search)
  const noun = isWithoutAnswer(condition) ? 'question' : 'answer'
  if (denominator === 0) return `${['There are no', `${noun}s`, ...scopeOf(search, words)].join(' ')}.`
  const counted =
    denominator === null ? count(numerator, noun) : `${number(numerator)} of ${count(denominator, noun)}`
  const verb = VERBS[noun](condition, denominator ?? numerator, words.brand)
  const share =
    rate && !isTooFew(rate) && rate.value !== null
      ? `: ${percent(rate.value)} (${percentRange(rate.low, rate.high)})`
      : rate && isTooFew(rate) && rate.denominator > 0
        ? ' – too few for a percentage'
        : ''
  return `${[counted, ...scopeOf(search, words), verb].join(' ')}${share}.`
}

/** Whether the condition is about questions without an answer. */
export function isWithoutAnswer(condition: Condition): boolean {
  return condition.is === 'absence' && condition.cause !== 'notNamed' && condition.cause !== 'denied'
}

function scopeOf(search: AnswersSearch, words: Words): string[] {
  return [
    words.provider && `from ${words.provider}`,
    words.country && `in ${words.country}`,
    words.prompt && `to “${shortened(words.prompt)}”`,
    search.tag && `to prompts tagged “${search.tag}”`,
    search.kind && KINDS[search.kind],
    search.domain && `that cite ${search.domain}`,
    search.url && `that cite ${shortened(search.url)}`,
    search.listedDomain && `that list ${search.listedDomain} without citing it`,
    search.listedUrl && `that list ${shortened(search.listedUrl)} without citing it`,
    search.q && `with “${shortened(search.q)}”`,
  ].filter((part): part is string => Boolean(part))
}

/** Relative clauses for each kind of answer. */
const KINDS = {
  recommendation: 'that recommend what to choose',
  comparison: 'that compare options',
  howto: 'that give instructions',
  fact: 'that explain',
  other: 'of other kinds',
} as const

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text
}

const VERBS = { answer: verbOfAnswers, question: verbOfQuestions }

/** Verbs take an "s" in the singular. */
function verbOfAnswers(condition: Condition, of: number, brand: string): string {
  const [s, not] = of === 1 ? ['s', 'does not'] : ['', 'do not']
  switch (condition.is) {
    case 'named':
      return condition.holds ? `mention${s} ${brand}` : `${not} mention ${brand}`
    case 'recommended':
      return condition.holds ? `recommend${s} ${brand}` : `${not} recommend ${brand}`
    case 'sentiment':
      return {
        positive: `praise${s} ${brand}`,
        mixed: `both praise${s} and criticize${s} ${brand}`,
        neutral: `mention${s} ${brand} neutrally`,
        negative: `criticize${s} ${brand}`,
      }[condition.label]
    case 'absence':
      return condition.cause === 'denied'
        ? `${of === 1 ? 'says it does' : 'say they do'} not know ${brand}`
        : `${not} mention ${brand} at all`
  }
}

function verbOfQuestions(condition: Condition, of: number): string {
  const was = of === 1 ? 'was' : 'were'
  if (condition.is !== 'absence') return ''
  switch (condition.cause) {
    case 'refused':
      return `${was} refused`
    case 'notShown':
      return 'showed no AI answer'
    case 'failed':
      return 'failed'
    case 'notNamed':
    case 'denied':
      return ''
  }
}
