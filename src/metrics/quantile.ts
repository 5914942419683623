/**
 * Returns a quantile by linear interpolation between order statistics (definition 7 of R. J. Hyndman & Y. Fan,
 * American Statistician 50, 1996). `values` must not be empty or contain NaN. Reorders `values`, which is cheaper
 * than sorting them.
 */
export function quantile(values: Float64Array, share: number): number {
  const place = (values.length - 1) * share
  const index = Math.floor(place)
  const below = select(values, index)
  if (index === place) return below
  // After the selection, all later elements are at least as large.
  let above = Number.POSITIVE_INFINITY
  for (let at = index + 1; at < values.length; at += 1) above = Math.min(above, values[at] ?? above)
  return below + (above - below) * (place - index)
}

/**
 * Returns the element that sorting would put at an index (C. A. R. Hoare, Find, CACM 4, 1961). Afterwards no earlier
 * element is larger and no later element is smaller.
 */
function select(values: Float64Array, index: number): number {
  let [first, last] = [0, values.length - 1]
  while (first < last) {
    const pivot = values[index] ?? 0
    let [low, high] = [first, last]
    while (low <= high) {
      while ((values[low] ?? pivot) < pivot) low += 1
      while ((values[high] ?? pivot) > pivot) high -= 1
      if (low > high) break
      const swapped = values[low] ?? 0
      values[low] = values[high] ?? 0
      values[high] = swapped
      low += 1
      high -= 1
    }
    if (high < index) first = low
    if (index < low) last = high
  }
  return values[index] ?? 0
}
