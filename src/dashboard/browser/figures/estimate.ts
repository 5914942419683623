import type { CellValue } from '../parts/column.ts'
import { count, decimal, NO_VALUE, number, percent, percentRange, signed } from './format.ts'

/** A figure with its 95 % interval and the answers behind it. */
export interface Estimate {
  value: number | null
  low: number | null
  high: number | null
  /** What was counted; null for a mean. */
  numerator: number | null
  /** Out of how many; of a mean: over how many. */
  denominator: number
  /** What is counted, in the singular; answers where it is missing. */
  unit?: string
}

/** What a figure is: a share 0…1, a mean position from 1 (the best) on, or a score −1…1. */
export type Kind = 'share' | 'position' | 'score'

/** `42 %`, `3.1`, `+0.42`. */
export function writeValue(kind: Kind, value: number | null): string {
  if (value === null) return NO_VALUE
  switch (kind) {
    case 'share':
      return percent(value)
    case 'position':
      return decimal(value)
    case 'score':
      return signed(value, 2)
  }
}

/** `38–46`, `2.8–3.4`, `+0.31 to +0.52`; empty without an interval. */
export function writeRange(kind: Kind, { low, high }: Pick<Estimate, 'low' | 'high'>): string {
  if (low === null || high === null) return ''
  switch (kind) {
    case 'share':
      return percentRange(low, high)
    case 'position':
      return `${decimal(low)}–${decimal(high)}`
    case 'score':
      return `${signed(low, 2)} to ${signed(high, 2)}`
  }
}

/** `282 of 672 answers`, or `over 282 answers` for a mean. */
export function writeAnswers({
  numerator,
  denominator,
}: Pick<Estimate, 'numerator' | 'denominator'>): string {
  const answers = count(denominator, 'answer')
  return numerator === null ? `over ${answers}` : `${number(numerator)} of ${answers}`
}

/** Sorts by values, the best first: the lowest position, the highest share or score; without a value last. */
export function bestFirst(
  kind: Kind,
): (a: number | null | undefined, b: number | null | undefined) => number {
  const better = kind === 'position' ? 1 : -1
  const worst = better * Number.POSITIVE_INFINITY
  return (a, b) => {
    const [one, other] = [a ?? worst, b ?? worst]
    return one === other ? 0 : (one - other) * better
  }
}

/** A figure read out: `42 %, 38–46, 282 of 672 answers`. */
export function readEstimate(kind: Kind, estimate: Estimate | null): string {
  if (!estimate || estimate.value === null) return 'no value'
  return [writeValue(kind, estimate.value), writeRange(kind, estimate), writeAnswers(estimate)]
    .filter((part) => part !== '')
    .join(', ')
}

/** A figure in an export. */
export function estimateValues(estimate: Estimate | null | undefined): Record<string, CellValue> {
  const { value = null, low = null, high = null, numerator = null, denominator = null } = estimate ?? {}
  return { value, low, high, numerator, denominator }
}
