import type { ReactNode } from 'react'
import type { CellValue, Column } from '../components/column.ts'
import { count, number, percent, percentRange } from '../formatting/format.ts'
import { graphql, type ResultOf } from '../graphql/graphql.ts'
import styles from './rate.module.css'

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

/** Shares of fewer answers are not shown, because they would suggest more precision than they have. */
export const FEW_ANSWERS = 5

/** Whether a rate has too few answers to be shown. */
export function isTooFew({ denominator }: Pick<Rate, 'denominator'>): boolean {
  return denominator < FEW_ANSWERS
}

/**
 * A rate in a table, such as `42 % 38–46`. Numerator and denominator are shown on hover and announced by screen
 * readers.
 */
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

/** Returns the columns of a rate in an export. */
export function rateValues(rate: Rate | null | undefined): Record<string, CellValue> {
  const { value = null, low = null, high = null, numerator = null, denominator = null } = rate ?? {}
  return { value, low, high, numerator, denominator }
}

/**
 * A column with a rate.
 * @param link wraps a rate whose numerator is not zero in a link to its answers
 */
export function rateColumn<Row>(
  id: string,
  title: string,
  read: (row: Row) => Rate | null | undefined,
  link?: (row: Row, content: ReactNode) => ReactNode,
): Column<Row> {
  const cell = (row: Row) => {
    const rate = read(row)
    const content = <RateCell rate={rate} />
    return link && rate && rate.numerator > 0 ? link(row, content) : content
  }
  return { id, title, numeric: true, value: (row) => rateValues(read(row)), cell }
}
