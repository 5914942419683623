/**
 * Adjusts the p-values of tests that are read together with Holm's step-down method (S. Holm, Scand. J. Statist. 6,
 * 1979). The chance of at least one false alarm then stays at the level of a single test. Keeps the order; null marks
 * a test that was not made.
 */
export function holm(pValues: readonly (number | null)[]): (number | null)[] {
  const made = pValues.flatMap((pValue, index) => (pValue === null ? [] : [{ pValue, index }]))
  const adjusted: (number | null)[] = pValues.map(() => null)
  let least = 0
  const ascending = made.toSorted((a, b) => a.pValue - b.pValue)
  for (const [rank, { pValue, index }] of ascending.entries()) {
    least = Math.min(1, Math.max(least, pValue * (made.length - rank)))
    adjusted[index] = least
  }
  return adjusted
}
