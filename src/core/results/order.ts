import type { Enumeration } from '../../definitions/fields/enumeration.ts'

/** Sort orders of results. `run_asc` is the order of the ordinals. Results without the value always come last. */
export const RESULT_ORDERS = {
  run_asc: 'By prompt, provider, location and replicate.',
  position_asc: 'Best position of the brand first. Answers that do not name the brand come last.',
  position_desc: 'Worst position of the brand first. Answers that do not name the brand come last.',
  sentiment_asc:
    'Most negative sentiment toward the brand first. Answers that do not name the brand come last.',
  sentiment_desc:
    'Most positive sentiment toward the brand first. Answers that do not name the brand come last.',
  rank_asc: 'Best rank of the brand in recommendations first. Answers that do not rank the brand come last.',
  rank_desc:
    'Worst rank of the brand in recommendations first. Answers that do not rank the brand come last.',
  answered_at_asc: 'Oldest answers first.',
  answered_at_desc: 'Newest answers first.',
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
export function sortKeyOf(order: Exclude<ResultOrder, 'run_asc'>): string {
  switch (order) {
    case 'position_asc':
      return lowestFirst('r.position')
    case 'position_desc':
      return highestFirst('r.position')
    case 'sentiment_asc':
      return lowestFirst('r.sentiment_score')
    case 'sentiment_desc':
      return highestFirst('r.sentiment_score')
    case 'rank_asc':
      return lowestFirst('r.recommendation_rank')
    case 'rank_desc':
      return highestFirst('r.recommendation_rank')
    case 'answered_at_asc':
      return lowestFirst(ANSWERED_AT)
    case 'answered_at_desc':
      return highestFirst(ANSWERED_AT)
  }
}

/** Whole milliseconds, because a cursor can represent them exactly. */
const ANSWERED_AT = 'extract(epoch FROM r.answered_at) * 1000'

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
