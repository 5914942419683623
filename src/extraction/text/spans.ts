import type { Span } from '../observation.ts'

/** Index of the first of ascending spans that ends after an offset, by binary search; their number when there is none. */
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
