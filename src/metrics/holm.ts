/**
 * p-values of tests that are looked at together, each so adjusted that the chance of any false alarm among them stays what
 * was asked of one: step-down (S. Holm, Scand. J. Statist. 6, 1979). In their order; null for one that was not made.
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
