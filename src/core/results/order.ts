/** The orders that results are read in; `run` is that of their ordinals. */
export type ResultOrder = 'run' | 'position' | 'sentiment' | 'recommendation' | 'answered_at'

/** A place between results of an order: the sort key, and the ordinal among equal keys. */
export interface ResultPlace {
  sortKey: number
  ordinal: number
}

/** Before and behind every result. */
export const FIRST_PLACE: ResultPlace = { sortKey: Number.NEGATIVE_INFINITY, ordinal: -1 }
export const LAST_PLACE: ResultPlace = { sortKey: Number.POSITIVE_INFINITY, ordinal: 2_147_483_647 }

/** What a `result r` is sorted by, as a number, the lowest first; infinity where there is nothing to sort by. */
export function sortKeyOf(order: Exclude<ResultOrder, 'run'>): string {
  switch (order) {
    case 'position':
      return lowestFirst("r.observation->'brand'->>'position'")
    case 'sentiment':
      return highestFirst("r.observation->'sentiment'->>'score'")
    case 'recommendation':
      return lowestFirst("r.observation->'recommendation'->>'rank'")
    case 'answered_at':
      // Milliseconds are whole numbers: none is lost between here and a cursor.
      return highestFirst('extract(epoch FROM r.answered_at) * 1000')
  }
}

function lowestFirst(value: string): string {
  return `COALESCE((${value})::float8, 'Infinity')`
}

function highestFirst(value: string): string {
  return `COALESCE(-(${value})::float8, 'Infinity')`
}

const PLACE = /^(-?\d+(?:\.\d+)?(?:e-?\d+)?|Infinity)~(0|[1-9]\d{0,8})$/

/** A place as the text of a cursor. */
export function placeKey({ sortKey, ordinal }: ResultPlace): string {
  return `${sortKey}~${ordinal}`
}

/** True for text that {@link placeKey} may have written. */
export function isPlaceKey(text: string): boolean {
  return PLACE.test(text)
}

/** The place that {@link placeKey} wrote. */
export function placeOf(key: string): ResultPlace {
  const [sortKey, ordinal] = key.split('~')
  return { sortKey: Number(sortKey), ordinal: Number(ordinal) }
}
