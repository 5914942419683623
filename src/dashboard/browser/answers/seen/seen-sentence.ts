import { count, number, percent, percentRange } from '../../figures/format.ts'
import { isTooFew, type Rate } from '../../figures/rate.tsx'
import type { AnswersSearch } from '../../pages/answers/search.ts'

/** What the answers are asked about a brand. */
export type Condition =
  | { is: 'named' | 'recommended'; holds: boolean }
  | { is: 'sentiment'; label: NonNullable<AnswersSearch['sentiment']> }
  | { is: 'absence'; cause: NonNullable<AnswersSearch['absence']> }

/** The condition that a search puts on what an answer says; without any, whether it names the brand. */
export function conditionOf({ named, recommended, sentiment, absence }: AnswersSearch): Condition {
  if (absence) return { is: 'absence', cause: absence }
  if (sentiment) return { is: 'sentiment', label: sentiment }
  if (recommended) return { is: 'recommended', holds: recommended === 'yes' }
  return { is: 'named', holds: named !== 'no' }
}

/** How many of how many; the share and its interval where the server has measured them. */
export interface Counted {
  numerator: number
  denominator: number | null
  rate: Rate | null
}

/** The words for filters that are names. */
export interface Words {
  brand: string
  provider?: string | undefined
  country?: string | undefined
  prompt?: string | undefined
}

/** What the list shows in a sentence: `45 of 96 answers of Perplexity name Taskfern: 47 % (37–57).` */
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
        ? ' – too few to give a share'
        : ''
  return `${[counted, ...scopeOf(search, words), verb].join(' ')}${share}.`
}

/** Whether it is about questions that have no answer. */
export function isWithoutAnswer(condition: Condition): boolean {
  return condition.is === 'absence' && condition.cause !== 'notNamed' && condition.cause !== 'denied'
}

function scopeOf(search: AnswersSearch, words: Words): string[] {
  return [
    words.provider && `of ${words.provider}`,
    words.country && `from ${words.country}`,
    words.prompt && `to “${shortened(words.prompt)}”`,
    search.tag && `to prompts tagged “${search.tag}”`,
    search.kind && KINDS[search.kind],
    search.domain && `that cite ${search.domain}`,
    search.url && `that cite ${shortened(search.url)}`,
    search.listedDomain && `that only list ${search.listedDomain}`,
    search.listedUrl && `that only list ${shortened(search.listedUrl)}`,
    search.q && `with “${shortened(search.q)}”`,
  ].filter((part): part is string => Boolean(part))
}

/** Which answers are of a kind. */
const KINDS = {
  recommendation: 'that suggest what to choose',
  comparison: 'that compare',
  howto: 'that give instructions',
  fact: 'that explain',
  other: 'of another kind',
} as const

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text
}

const VERBS = { answer: verbOfAnswers, question: verbOfQuestions }

/** Of one answer a verb ends in s. */
function verbOfAnswers(condition: Condition, of: number, brand: string): string {
  const [s, not] = of === 1 ? ['s', 'does not'] : ['', 'do not']
  switch (condition.is) {
    case 'named':
      return condition.holds ? `name${s} ${brand}` : `${not} name ${brand}`
    case 'recommended':
      return condition.holds ? `recommend${s} ${brand}` : `${not} recommend ${brand}`
    case 'sentiment':
      return {
        positive: `praise${s} ${brand}`,
        mixed: `praise${s} and criticise${s} ${brand} alike`,
        neutral: `name${s} ${brand} neutrally`,
        negative: `criticise${s} ${brand}`,
      }[condition.label]
    case 'absence':
      return condition.cause === 'denied'
        ? `say${s} that nothing is known of ${brand}`
        : `${not} name ${brand} at all`
  }
}

function verbOfQuestions(condition: Condition, of: number): string {
  const was = of === 1 ? 'was' : 'were'
  if (condition.is !== 'absence') return ''
  switch (condition.cause) {
    case 'refused':
      return `${was} refused`
    case 'notShown':
      return `${was} shown no AI answer`
    case 'failed':
      return 'failed'
    case 'notNamed':
    case 'denied':
      return ''
  }
}
