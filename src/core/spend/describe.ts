import type { Spending } from './spending.ts'

const dollars = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
})

/** US dollars for people, such as `$2.50` and `$0.0042`. */
export function inDollars(usd: number): string {
  return dollars.format(usd)
}

/** What was spent today and what is left of a limit, for operators; null where nothing was spent and there is no limit. */
export function describeSpending(
  { usd, questions, priced }: Pick<Spending, 'usd' | 'questions' | 'priced'>,
  limit: number | null,
): string | null {
  if (usd === 0 && limit === null) return null
  const unknown = questions > priced ? `, ${questions - priced} of them of unknown cost` : ''
  const spent = `${inDollars(usd)} today for ${questions} answer${questions === 1 ? '' : 's'}${unknown}`
  if (limit === null) return spent
  return `${spent}; ${inDollars(Math.max(0, limit - usd))} of ${inDollars(limit)} a day left`
}
