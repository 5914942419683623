import type { Enumeration } from '../../definitions/fields/enumeration.ts'

/** Sort orders of results. `run` is the order of the ordinals. */
export const RESULT_ORDERS = {
  run: 'By prompt, provider, location and replicate.',
  position: 'Best position of the brand first. Answers that do not name the brand come last.',
  sentiment: 'Most positive sentiment toward the brand first. Answers that do not name the brand come last.',
  recommendation: 'Highest rank of the brand first. Answers that do not rank the brand come last.',
  answered_at: 'Most recent answers first.',
} as const satisfies Enumeration

export type ResultOrder = keyof typeof RESULT_ORDERS

/** Position in a sorted list: the sort key, and the ordinal among results with equal keys. */
export interface ResultPosition {
  sortKey: number
  ordinal: number
}

/** Positions before and after all results. */
export const FIRST_POSITION: ResultPosition = { sortKey: Number.NEGATIVE_INFINITY, ordinal: -1 }
export const LAST_POSITION: ResultPosition = { sortKey: Number.POSITIVE_INFINITY, ordinal: 2_147_483_647 }

/**
 * Returns the SQL expression that sorts a `result r` in ascending order. It is infinity if the result lacks the value.
 */
export function sortKeyOf(order: Exclude<ResultOrder, 'run'>): string {
  switch (order) {
    case 'position':
      return lowestFirst('r.position')
    case 'sentiment':
      return highestFirst('r.sentiment_score')
    case 'recommendation':
      return lowestFirst('r.recommendation_rank')
    case 'answered_at':
      // Whole milliseconds, because a cursor can represent them exactly.
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

/** Serializes a position for a cursor. */
export function positionKey({ sortKey, ordinal }: ResultPosition): string {
  return `${sortKey}~${ordinal}`
}

/** Returns whether a text has the format of {@link positionKey}. */
export function isPositionKey(text: string): boolean {
  return POSITION.test(text)
}

/** Parses a text that {@link positionKey} returned. */
export function positionOf(key: string): ResultPosition {
  const [sortKey, ordinal] = key.split('~')
  return { sortKey: Number(sortKey), ordinal: Number(ordinal) }
}
