/** The label of an item and the label that was found for it. */
export type Pair = readonly [given: string, found: string]

/** Harmonic mean of precision and recall of one label, 0…1. */
export function f1(pairs: readonly Pair[], label: string): number {
  const both = pairs.filter(([given, found]) => given === label && found === label).length
  const given = pairs.filter((pair) => pair[0] === label).length
  const found = pairs.filter((pair) => pair[1] === label).length
  return given + found === 0 ? 0 : (2 * both) / (given + found)
}

/** Mean of `f1` over the labels given, 0…1. */
export function macroF1(pairs: readonly Pair[]): number {
  const labels = [...new Set(pairs.map(([given]) => given))]
  return labels.reduce((sum, label) => sum + f1(pairs, label), 0) / Math.max(labels.length, 1)
}

/** Share of pairs that agree, 0…1. */
export function accuracy(pairs: readonly Pair[]): number {
  return pairs.filter(([given, found]) => given === found).length / Math.max(pairs.length, 1)
}
