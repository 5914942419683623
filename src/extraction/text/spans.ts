import type { Span } from '../foundation/observation.ts'

/**
 * Returns the index of the first span that ends after an offset, by binary search in ascending spans. Returns their
 * number if there is none.
 */
export function firstEndingAfter(spans: readonly Span[], offset: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.end ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low
}
