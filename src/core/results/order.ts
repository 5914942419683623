import type { Enumeration } from '../../definitions/enumeration.ts'

/** The orders that results are read in; `run` is that of their ordinals. */
export const RESULT_ORDERS = {
  run: 'By prompt, provider, location and replicate.',
  position: 'Those that name the brand before others first; those that do not name it last.',
  sentiment: 'Those most in favour of the brand first; those that do not name it last.',
  recommendation: 'Those that rank the brand highest first; those that do not rank it last.',
  answered_at: 'The most recently answered first.',
} as const satisfies Enumeration

export type ResultOrder = keyof typeof RESULT_ORDERS

/** A position in a sorted list: the sort key, and the ordinal among equal keys. */
export interface ResultPosition {
  sortKey: number
  ordinal: number
}

/** Before and after every result. */
export const FIRST_POSITION: ResultPosition = { sortKey: Number.NEGATIVE_INFINITY, ordinal: -1 }
export const LAST_POSITION: ResultPosition = { sortKey: Number.POSITIVE_INFINITY, ordinal: 2_147_483_647 }

/** The SQL of the number that a `result r` is sorted by, ascending; infinity where the result lacks the value. */
export function sortKeyOf(order: Exclude<ResultOrder, 'run'>): string {
  switch (order) {
    case 'position':
      return lowestFirst("r.observation->'brand'->>'position'")
    case 'sentiment':
      return highestFirst("r.observation->'sentiment'->>'score'")
    case 'recommendation':
      return lowestFirst("r.observation->'recommendation'->>'rank'")
    case 'answered_at':
      // In whole milliseconds, which a cursor keeps exactly.
      return highestFirst('extract(epoch FROM r.answered_at) * 1000')
  }
}

function lowestFirst(value: string): string {
  return `COALESCE((${value})::float8, 'Infinity')`
}

function highestFirst(value: string): string {
  return `COALESCE(-(${value})::float8, 'Infinity')`
}

const POSITION = /^(-?\d+(?:\.\d+)?(?:e-?\d+)?|Infinity)~(0|[1-9]\d{0,8})$/

/** A position as the text of a cursor. */
export function positionKey({ sortKey, ordinal }: ResultPosition): string {
  return `${sortKey}~${ordinal}`
}

/** True for text that {@link positionKey} may have written. */
export function isPositionKey(text: string): boolean {
  return POSITION.test(text)
}

/** The position that {@link positionKey} wrote. */
export function positionOf(key: string): ResultPosition {
  const [sortKey, ordinal] = key.split('~')
  return { sortKey: Number(sortKey), ordinal: Number(ordinal) }
}
