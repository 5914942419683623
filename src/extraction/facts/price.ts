import type { PriceFact } from './brand-fact.ts'
import { PLAN_NAMES } from './plans.ts'
import { clauseAt, type FactSentence, isHedged, type RawStatement, termPattern } from './sentence.ts'

const SYMBOLS = new Map([
  ['$', 'USD'],
  ['us$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['usd', 'USD'],
  ['eur', 'EUR'],
  ['gbp', 'GBP'],
  ['dollars', 'USD'],
  ['dollar', 'USD'],
  ['euros', 'EUR'],
  ['euro', 'EUR'],
  ['pounds', 'GBP'],
  ['₹', 'INR'],
  ['¥', 'JPY'],
  ['chf', 'CHF'],
  ['cad', 'CAD'],
  ['aud', 'AUD'],
])
const AMOUNT = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d{1,2})?`
const MONEY = new RegExp(
  String.raw`(?<![\p{L}\d])(us\$|ca\$|[$€£₹¥]|(?:usd|eur|gbp|chf|cad|aud) )\s?(${AMOUNT})(?!\d)|(?<![\d.,$€£])(${AMOUNT})\s?(€|usd|eur|gbp|chf|cad|aud|us dollars|dollars?|euros?|pounds)(?!\p{L})`,
  'gu',
)
const MONTH =
  /^[^.;,()]{0,30}?(?:\/|\b(?:per|a|an|each|every|for a) ?|\bper \w+\/)\s?(?:month|mo)\b|^[^.;,()]{0,25}?\bmonthly\b/
const YEAR =
  /^[^.;,()]{0,30}?(?:\/|\b(?:per|a|an|each|every) ?)\s?(?:year|yr|annum)\b|^[^.;,()]{0,25}?\b(?:annually|yearly)\b/
const BILLED_ANNUALLY =
  /\b(?:billed|paid|charged|when (?:billed|paid)|with) (?:annual|yearly|annually|per year|upfront)|\bannual (?:billing|plan|subscription)|\bbilled (?:once )?(?:a|per) year/
const OTHER_PERIOD =
  /^[^.;,()]{0,12}?(?:\/|\b(?:per|a|an) )\s?(?:week|day|hour|minute|portion|meal|go|night|gb|word|page|mile|user(?![\s/]*(?:per|a|\/))|seat(?![\s/]*(?:per|a|\/)))/
const NOT_A_PRICE_BEFORE =
  /\b(?:saves?|saving|savings|discount|credits?|credited|raised|raising|revenues?|fined?|fees?|funding|valued|valuation|worth|spend|spending|budget|budgets|refund|bonus|cashback|paid about|acquired|sold for|owed|earn|donate|limit of|up to|deposit|minimum|penalty|cap|compensation|have)\b[^.;]{0,25}$/
const NOT_A_PRICE_AFTER =
  /^\s?(?:million|billion|trillion|m\b|bn\b|b\b|k\b|%|off\b|discount|in (?:savings|credit)|travel credit|credit|delivery|shipping|setup|late|welcome|gift|fee|card|fine|cheaper|more|less|extra|on top)/
const BOUND =
  /\b(?:under|below|less than|over|above|more than|at least|at most|within|upwards of|well under the|between|cheaper than|exceeds?)\W{0,3}(?:the |its )?$/
/** Words that introduce a price. An amount without a period is a price only between such words and {@link AFTER_PRICE}. */
const PRICED =
  /(?:\b(?:costs?|cost you|pric(?:ed?|ing|es)(?: (?:is|are|of|at|around|about|for|it|tag of|point of|in at))?|sells?(?: for)?|sold for|retails?(?: (?:for|at))?|goes for|is|are|was|at|for|buy|charges?|charging|sets? you back|runs?|comes? in(?: at)?|msrp|starts?|starting|from|one-time|payment|asks?|wants?|pay|with)|[–—:(|]|- )(?: ?(?:about|around|roughly|approximately|just|only|at|from|a|the|in at|you|of|e\.g\.,?)(?= |~))*[\s*(~≈|]*(?:e\.g\.,? ?~?)?(?:us)?$/
const AFTER_PRICE =
  /^\+?\s*(?:$|[.,;:!?)\]|*~–—-]|(?:per|a|an|each|every|month(?:ly)?|year(?:ly)?|usd|at|for|in|with|on|and|or|but|as|one-time|once|right|new|list|msrp|purchase|the|payment|to|when|plus|before|after|today|\w+ly)\b|\[|\(|\/)/
const STARTING =
  /\b(?:starts?|starting|begins?|beginning|from|as low as|upwards)(?: (?:at|from|with|price of|price is|price|around|about|just|only))*(?: [\w]+, from)?\W{0,3}$/
const RANGE_AFTER = new RegExp(
  String.raw`^\s?(?:[–-]|to|and)\s?(?:us\$|[$€£])?\s?(${AMOUNT})(?!\s?(?:day|user|seat))`,
  'u',
)
const RANGE_BEFORE = new RegExp(String.raw`(?:${AMOUNT})\s?(?:[–-]|to|and)\s?$`, 'u')

interface Money {
  at: number
  end: number
  amount: number
  currency: string
}

/** Finds statements about a price of the brand: its amount, currency, period and plan. */
export function findPrice(fact: PriceFact): (sentence: FactSentence) => RawStatement[] {
  const isOfPlan = planMatcher(fact.plan)
  return (sentence) => {
    if (!/\d/.test(sentence.lower)) return []
    return findMoney(sentence.lower).flatMap((money): RawStatement[] => {
      const plan = isOfPlan(sentence, money)
      if (plan === 'other') return []
      const verdict = verdictOf(sentence, money, fact)
      if (verdict === null) return []
      return [{ at: money.at, verdict: plan === 'unknown' ? 'unclear' : verdict }]
    })
  }
}

function findMoney(lower: string): Money[] {
  return [...lower.matchAll(MONEY)].map((match) => {
    const { index, 0: text } = match
    const [symbol, amount] = [match[1] ?? match[4] ?? '', match[2] ?? match[3] ?? '']
    const currency = SYMBOLS.get(symbol.trim().replace(/^us /, '')) ?? symbol.trim()
    return { at: index, end: index + text.length, amount: parseAmount(amount), currency }
  })
}

function parseAmount(text: string): number {
  // "7,99" has a decimal comma, "1,299" a thousands separator.
  return /^\d+,\d{1,2}$/.test(text) ? Number(text.replace(',', '.')) : Number(text.replaceAll(',', ''))
}

/** Returns what an amount says about the price; null if the amount is not a price of the product. */
function verdictOf(sentence: FactSentence, money: Money, fact: PriceFact): RawStatement['verdict'] | null {
  const { lower } = sentence
  const before = lower.slice(Math.max(0, money.at - 60), money.at)
  const after = lower.slice(money.end)
  if (NOT_A_PRICE_BEFORE.test(before) || NOT_A_PRICE_AFTER.test(after) || OTHER_PERIOD.test(after))
    return null
  const range = RANGE_AFTER.exec(after)
  const stated = periodOf(range ? after.slice(range[0].length) : after)
  if (BOUND.test(before)) return 'unclear'
  if (stated === null && !(PRICED.test(before) && AFTER_PRICE.test(after))) return null
  if (money.currency !== fact.currency || isHedged(sentence, money.at)) return 'unclear'
  if (RANGE_BEFORE.test(before)) return null
  // "Apple charges $70 for AppleCare+" states the price of something else.
  if (/^[^.;,]{0,60} for (?:an? |the )?\p{Lu}/u.test(sentence.text.slice(money.end))) return 'unclear'
  const clause = clauseAt(sentence, money.at)
  if (range) {
    if (stated !== fact.period) return 'unclear'
    const inside = fact.amount >= money.amount * 0.99 && fact.amount <= parseAmount(range[1] ?? '') * 1.01
    return inside || fact.plan !== null ? 'unclear' : 'contradicts'
  }
  const isEqual = (amount: number) => Math.abs(amount - fact.amount) <= fact.amount * 0.01
  const perYear = (period: string | null) => (period === 'month' ? 12 : 1)
  if (stated !== null && fact.period !== 'once' && stated !== fact.period)
    return isEqual((money.amount * perYear(stated)) / perYear(fact.period)) ? 'supports' : 'unclear'
  if (stated !== null && fact.period === 'once') return 'unclear'
  if (isEqual(money.amount)) return 'supports'
  if (stated === null && fact.period !== 'once') return 'unclear'
  if (fact.period === 'month' && BILLED_ANNUALLY.test(clause.text)) return 'unclear'
  // A lower price "from" which plans start may be the price of a longer commitment.
  if (STARTING.test(before) && money.amount < fact.amount) return 'unclear'
  if (
    /\b(?:about|around|roughly|approximately|~|approx)\W*$/.test(before) &&
    Math.abs(money.amount - fact.amount) <= fact.amount * 0.05
  )
    return 'supports'
  return 'contradicts'
}

function periodOf(after: string): 'month' | 'year' | null {
  if (MONTH.test(after)) return 'month'
  return YEAR.test(after) ? 'year' : null
}

type PlanMatch = 'same' | 'other' | 'unknown'

/** Returns a function that tells which plan a price is for: the nearest name of a plan in its clause or heading. */
function planMatcher(plan: string | null): (sentence: FactSentence, money: Money) => PlanMatch {
  const own =
    plan === null
      ? null
      : new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${termPattern([plan])})(?![\p{L}\p{N}])`, 'gu')
  const any = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${[...PLAN_NAMES].join('|')})(?![\p{L}\p{N}])`, 'gu')
  return (sentence, { at, end }) => {
    const inBrand = (index: number) =>
      sentence.brandNames.some((name) => index >= name.start && index < name.end)
    const spans = (pattern: RegExp | null, text: string) =>
      pattern === null
        ? []
        : [...text.matchAll(pattern)].map(({ index, 0: word }) => ({
            start: index,
            end: index + word.length,
          }))
    const distance = (span: { start: number; end: number }) =>
      span.end <= at ? at - span.end : (span.start - end) * 1.5 + 10
    const clause = clauseAt(sentence, at)
    const inClause = (span: { start: number; end: number }) =>
      span.start >= clause.start && span.end <= clause.start + clause.text.length && distance(span) >= 0
    const ownDistance = Math.min(...spans(own, sentence.lower).filter(inClause).map(distance))
    const others = spans(any, sentence.lower).filter(
      (span) => inClause(span) && !inBrand(span.start) && distance(span) < 60 && isPlanName(sentence, span),
    )
    const otherDistance = Math.min(...others.map(distance))
    if (own === null) return others.length > 0 ? 'unknown' : 'same'
    if (ownDistance < Number.POSITIVE_INFINITY) return ownDistance <= otherDistance ? 'same' : 'other'
    if (others.length > 0) return 'other'
    return spans(own, sentence.heading).length > 0 ? 'same' : 'unknown'
  }
}

/** A word such as "business" or "free" names a plan only if it is capitalized or followed by "plan". */
function isPlanName({ text, lower }: FactSentence, { start, end }: { start: number; end: number }): boolean {
  return (
    (/\p{Lu}/u.test(text.charAt(start)) && start > 0) ||
    /^ (?:plan|tier|subscription|edition|version)/.test(lower.slice(end))
  )
}
