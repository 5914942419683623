import { graphql, type ResultOf } from '../graphql/graphql.ts'
import type { CellValue } from '../parts/column.ts'
import { type Estimate, type Kind, writeAnswers, writeRange, writeValue } from './estimate.ts'
import styles from './rate.module.css'
import { FEW_ANSWERS } from './rate.tsx'

/** What every mean is read with. */
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

/** A mean as charts and cells take figures. */
export function estimateOfMean({ value, low, high, answers }: Mean): Estimate {
  return { value, low, high, numerator: null, denominator: answers }
}

/** A mean in a table: `3.1 2.8–3.4`, the answers it is over on hover and to those who cannot see. */
export function MeanCell({
  mean,
  kind,
  stacked = false,
}: {
  mean: Mean | null | undefined
  kind: Exclude<Kind, 'share'>
  /** Whether the interval stands below the value, in a narrow column. */
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

/** A mean in an export: its value, interval and the answers it is over. */
export function meanValues(mean: Mean | null | undefined): Record<string, CellValue> {
  const { value = null, low = null, high = null, answers = null } = mean ?? {}
  return { value, low, high, answers }
}
