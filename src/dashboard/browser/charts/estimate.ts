import type { CellValue } from '../components/column.ts'
import { count, decimal, NO_VALUE, number, percent, percentRange, signed } from '../formatting/format.ts'

/** A value with its 95 % interval and the number of answers behind it. */
export interface Estimate {
  value: number | null
  low: number | null
  high: number | null
  /** Number of counted answers; null for a mean. */
  numerator: number | null
  /** Number of answers in total. */
  denominator: number
  /** What is counted, in the singular; `answer` if missing. */
  unit?: string
}

/** The kind of a value: a share from 0 to 1, a mean position (1 is best), or a score from −1 to 1. */
export type Kind = 'share' | 'position' | 'score'

/** Formats a value: `42 %`, `3.1` or `+0.42`. */
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

/** Formats an interval: `38–46`, `2.8–3.4` or `+0.31 to +0.52`. Empty without an interval. */
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

/** Formats the sample: `282 of 672 answers`, or `over 282 answers` for a mean. */
export function writeAnswers({
  numerator,
  denominator,
}: Pick<Estimate, 'numerator' | 'denominator'>): string {
  const answers = count(denominator, 'answer')
  return numerator === null ? `over ${answers}` : `${number(numerator)} of ${answers}`
}

/**
 * Returns a comparator that sorts the best value first: the lowest position, or the highest share or score. Missing
 * values come last.
 */
export function bestFirst(
  kind: Kind,
): (a: number | null | undefined, b: number | null | undefined) => number {
  const better = kind === 'position' ? 1 : -1
  const worst = better * Number.POSITIVE_INFINITY
  return (a, b) => {
    const [first, second] = [a ?? worst, b ?? worst]
    return first === second ? 0 : (first - second) * better
  }
}

/** Describes an estimate for screen readers: `42 %, 38–46, 282 of 672 answers`. */
export function readEstimate(kind: Kind, estimate: Estimate | null): string {
  if (!estimate || estimate.value === null) return 'no value'
  return [writeValue(kind, estimate.value), writeRange(kind, estimate), writeAnswers(estimate)]
    .filter((part) => part !== '')
    .join(', ')
}

/** Returns the columns of an estimate in an export. */
export function estimateValues(estimate: Estimate | null | undefined): Record<string, CellValue> {
  const { value = null, low = null, high = null, numerator = null, denominator = null } = estimate ?? {}
  return { value, low, high, numerator, denominator }
}
