import { wilson } from './intervals.ts'

/** A share with what it was computed from; `value`, `low` and `high` are 0…1, and null when nothing was counted. */
export type Rate = {
  value: number | null
  numerator: number
  denominator: number
  low: number | null
  high: number | null
  method: 'wilson'
}

/** A rate with its 95 % Wilson interval. */
export function rate(numerator: number, denominator: number): Rate {
  if (denominator === 0)
    return { value: null, numerator, denominator, low: null, high: null, method: 'wilson' }
  return {
    value: numerator / denominator,
    numerator,
    denominator,
    ...wilson(numerator, denominator),
    method: 'wilson',
  }
}
