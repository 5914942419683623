import { graphql, type ResultOf } from '../graphql/graphql.ts'
import type { CellValue } from '../parts/column.ts'
import { count, number, percent, percentRange } from './format.ts'
import styles from './rate.module.css'

/** What every rate is read with. */
export const RATE = graphql(`
  fragment RateFigure on Rate @_unmask {
    value
    numerator
    denominator
    low
    high
  }
`)

/** A share with its numerator, denominator and 95 % interval. */
export type Rate = ResultOf<typeof RATE>

/** Below this number of answers no share is shown: it would be taken for more than it is. */
export const FEW_ANSWERS = 5

/** Whether there are too few answers behind a rate to show it. */
export function isTooFew({ denominator }: Pick<Rate, 'denominator'>): boolean {
  return denominator < FEW_ANSWERS
}

/** A rate in a table: `42 % 38–46`, its numerator and denominator on hover and to those who cannot see. */
export function RateCell({ rate }: { rate: Rate | null | undefined }) {
  if (!rate) return <span className={styles.none}>–</span>
  const answers = `${number(rate.numerator)} of ${count(rate.denominator, 'answer')}`
  if (isTooFew(rate)) {
    return (
      <span className={styles.none} title={answers}>
        {rate.denominator === 0 ? 'no answers' : `too few (${rate.numerator} of ${rate.denominator})`}
      </span>
    )
  }
  return (
    <span className={styles.rate} title={answers}>
      {percent(rate.value)} <small>{percentRange(rate.low, rate.high)}</small>
      <span className="visually-hidden">, {answers}</span>
    </span>
  )
}

/** A rate in an export: its value, interval, numerator and denominator. */
export function rateValues(rate: Rate | null | undefined): Record<string, CellValue> {
  const { value = null, low = null, high = null, numerator = null, denominator = null } = rate ?? {}
  return { value, low, high, numerator, denominator }
}
