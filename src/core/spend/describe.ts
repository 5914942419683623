import type { Spending } from './spending.ts'

const dollars = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
})

/** Formats US dollars for people, such as `$2.50` and `$0.0042`. */
export function inDollars(usd: number): string {
  return dollars.format(usd)
}

/**
 * Describes today's spending and the remaining daily limit for operators. Returns null if there is neither spending nor
 * a limit.
 */
export function describeSpending(
  { usd, questions, priced }: Pick<Spending, 'usd' | 'questions' | 'priced'>,
  limit: number | null,
): string | null {
  if (usd === 0 && limit === null) return null
  const unknown = questions > priced ? `, ${questions - priced} of them with unknown cost` : ''
  const spent = `${inDollars(usd)} today for ${questions} answer${questions === 1 ? '' : 's'}${unknown}`
  if (limit === null) return spent
  return `${spent}; ${inDollars(Math.max(0, limit - usd))} of ${inDollars(limit)} per day left`
}
