import type { CellValue, Column } from '../components/column.ts'
import { graphql, type ResultOf } from '../graphql/graphql.ts'
import { type Estimate, type Kind, writeAnswers, writeRange, writeValue } from './estimate.ts'
import styles from './rate.module.css'
import { FEW_ANSWERS } from './rate.tsx'

export const MEAN = graphql(`
  fragment MeanFigure on Mean @_unmask {
    value
    low
    high
    answers
  }
`)

/** A mean over answers with its 95 % interval. */
export type Mean = ResultOf<typeof MEAN>

/** Converts a mean to an estimate. */
export function estimateOfMean({ value, low, high, answers }: Mean): Estimate {
  return { value, low, high, numerator: null, denominator: answers }
}

/** A mean in a table, such as `3.1 2.8–3.4`. The number of answers is shown on hover and announced by screen readers. */
export function MeanCell({
  mean,
  kind,
  stacked = false,
}: {
  mean: Mean | null | undefined
  kind: Exclude<Kind, 'share'>
  /** Whether to show the interval below the value, for narrow columns. */
  stacked?: boolean
}) {
  if (!mean || mean.answers === 0) return <span className={styles.none}>–</span>
  const estimate = estimateOfMean(mean)
  const answers = writeAnswers(estimate)
  if (mean.answers < FEW_ANSWERS) {
    return (
      <span className={styles.none} title={answers}>
        too few ({mean.answers})
      </span>
    )
  }
  return (
    <span className={`${styles.rate} ${stacked ? styles.stacked : ''}`} title={answers}>
      {writeValue(kind, mean.value)} <small>{writeRange(kind, estimate)}</small>
      <span className="visually-hidden">, {answers}</span>
    </span>
  )
}

/** Returns the columns of a mean in an export. */
export function meanValues(mean: Mean | null | undefined): Record<string, CellValue> {
  const { value = null, low = null, high = null, answers = null } = mean ?? {}
  return { value, low, high, answers }
}

/** A column with a mean. */
export function meanColumn<Row>(
  id: string,
  title: string,
  read: (row: Row) => Mean | null | undefined,
  shown: Omit<Parameters<typeof MeanCell>[0], 'mean'>,
): Column<Row> {
  const cell = (row: Row) => <MeanCell mean={read(row)} {...shown} />
  return { id, title, numeric: true, value: (row) => meanValues(read(row)), cell }
}
