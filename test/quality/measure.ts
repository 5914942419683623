import type { Span } from '../../src/extraction/foundation/observation.ts'

/** The expected label of an item and the extracted label. */
export type Pair = readonly [expected: string, extracted: string]

/** Returns the F1 score of one label: the harmonic mean of precision and recall, between 0 and 1. */
export function f1(pairs: readonly Pair[], label: string): number {
  const truePositives = pairs.filter((pair) => pair[0] === label && pair[1] === label).length
  const expected = pairs.filter((pair) => pair[0] === label).length
  const extracted = pairs.filter((pair) => pair[1] === label).length
  return expected + extracted === 0 ? 0 : (2 * truePositives) / (expected + extracted)
}

/** Returns the mean of `f1` over all expected labels, between 0 and 1. */
export function macroF1(pairs: readonly Pair[]): number {
  const labels = [...new Set(pairs.map(([expected]) => expected))]
  return labels.reduce((sum, label) => sum + f1(pairs, label), 0) / Math.max(labels.length, 1)
}

/** Returns the share of pairs with equal labels, between 0 and 1. */
export function accuracy(pairs: readonly Pair[]): number {
  return pairs.filter(([expected, extracted]) => expected === extracted).length / Math.max(pairs.length, 1)
}

/** Returns the intersection over union of two spans; negative if they do not overlap. */
export function intersectionOverUnion(left: Span, right: Span): number {
  const common = Math.min(left.end, right.end) - Math.max(left.start, right.start)
  return common / (Math.max(left.end, right.end) - Math.min(left.start, right.start))
}
