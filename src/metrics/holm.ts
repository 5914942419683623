/**
 * p-values of tests that are read together, adjusted so that the chance of any false alarm among them is at most the level of one
 * test: step-down (S. Holm, Scand. J. Statist. 6, 1979). In their order; null for a test that was not made.
 */
export function holm(pValues: readonly (number | null)[]): (number | null)[] {
  const made = pValues.flatMap((pValue, index) => (pValue === null ? [] : [{ pValue, index }]))
  const adjusted: (number | null)[] = pValues.map(() => null)
  let least = 0
  for (const [place, { pValue, index }] of made
    .toSorted((one, other) => one.pValue - other.pValue)
    .entries()) {
    least = Math.min(1, Math.max(least, pValue * (made.length - place)))
    adjusted[index] = least
  }
  return adjusted
}
