import type { Trees } from './trees.ts'

/** Maximum number of leaves per tree: one bit of a 32-bit integer each. */
const MAX_LEAVES = 32

/**
 * Trees in the form that `predict` uses, after QuickScorer (C. Lucchese et al., SIGIR 2015). For each feature, it has
 * the tests of all trees sorted by threshold. A row always fails the first tests of a feature and passes the rest. Each
 * failed test excludes the leaves in its left branch; the first remaining leaf of a tree is the row's leaf. Rows with
 * few non-zero features pass nearly all tests without evaluating them.
 */
export interface Forest {
  /** Logit of each class for a row that passes all tests. */
  base: Float64Array
  /**
   * Tested features, and the index of the first test of each. `starts` has one extra element that ends the last
   * feature.
   */
  features: Int16Array
  starts: Int32Array
  /**
   * Per test: a row fails if its feature exceeds `thresholds`. `trees` is the tree, `remaining` the mask of leaves
   * after a failure.
   */
  thresholds: Float32Array
  trees: Int16Array
  remaining: Int32Array
  /** Per tree: its class, and the values of its `width` leaves relative to its first leaf. */
  classes: Uint8Array
  values: Float32Array
  width: number
  /**
   * Working memory: the mask of remaining leaves per tree (all bits set between calls), and the trees with failed
   * tests.
   */
  leaves: Int32Array
  failed: Int16Array
}

interface Test {
  feature: number
  threshold: number
  tree: number
  remaining: number
}

/**
 * Compiles trees with at most 32 leaves. The time is linear in the number of nodes. Throws a RangeError for larger
 * trees.
 */
export function compileForest({ classes, base, roots, features, thresholds, left, right }: Trees): Forest {
  const tests: Test[] = []
  const leaves: number[][] = []
  roots.forEach((root, tree) => {
    const values: number[] = []
    const visit = (node: number) => {
      const feature = features[node] ?? -1
      const threshold = thresholds[node] ?? 0
      if (feature < 0) {
        values.push(threshold)
        return
      }
      const first = values.length
      visit(left[node] ?? 0)
      const ruledOut = (2 ** values.length - 2 ** first) | 0
      tests.push({ feature, threshold, tree, remaining: ~ruledOut })
      visit(right[node] ?? 0)
    }
    visit(root)
    if (values.length > MAX_LEAVES) throw new RangeError(`A tree of ${values.length} leaves`)
    leaves.push(values)
  })
  tests.sort((a, b) => a.feature - b.feature || a.threshold - b.threshold)
  const tested = [...new Set(tests.map(({ feature }) => feature))]
  const width = leaves.reduce((most, { length }) => Math.max(most, length), 1)
  const values = new Float32Array(leaves.length * width)
  const sums = Float64Array.from(base)
  leaves.forEach((leafValues, tree) => {
    const [first = 0] = leafValues
    sums[tree % classes] = (sums[tree % classes] ?? 0) + first
    values.set(
      leafValues.map((value) => value - first),
      tree * width,
    )
  })
  const starts = tested.map((feature) => tests.findIndex((test) => test.feature === feature))
  return {
    base: sums,
    features: Int16Array.from(tested),
    starts: Int32Array.from([...starts, tests.length]),
    thresholds: Float32Array.from(tests, ({ threshold }) => threshold),
    trees: Int16Array.from(tests, ({ tree }) => tree),
    remaining: Int32Array.from(tests, ({ remaining }) => remaining),
    classes: Uint8Array.from(leaves, (_, tree) => tree % classes),
    values,
    width,
    leaves: new Int32Array(leaves.length).fill(-1),
    failed: new Int16Array(leaves.length),
  }
}

/** Writes the logits of each class for a row of features into `logits`. */
export function predict(forest: Forest, row: Float64Array | readonly number[], logits: Float64Array): void {
  const { base, features, starts, thresholds, trees, remaining, classes, values, width, leaves, failed } =
    forest
  let count = 0
  for (let at = 0; at < features.length; at += 1) {
    const value = row[features[at] ?? 0] ?? 0
    const end = starts[at + 1] ?? 0
    for (let test = starts[at] ?? 0; test < end && value > (thresholds[test] ?? 0); test += 1) {
      const tree = trees[test] ?? 0
      const open = leaves[tree] ?? 0
      if (open === -1) {
        failed[count] = tree
        count += 1
      }
      leaves[tree] = open & (remaining[test] ?? 0)
    }
  }
  logits.set(base)
  for (let index = 0; index < count; index += 1) {
    const tree = failed[index] ?? 0
    const open = leaves[tree] ?? 0
    const at = classes[tree] ?? 0
    logits[at] = (logits[at] ?? 0) + (values[tree * width + 31 - Math.clz32(open & -open)] ?? 0)
    leaves[tree] = -1
  }
}

/** Converts logits to probabilities with the softmax function, or with the logistic function for a single class. */
export function probabilities(logits: Float64Array): Float64Array {
  if (logits.length === 1) return Float64Array.of(1 / (1 + Math.exp(-(logits[0] ?? 0))))
  const parts = new Float64Array(logits.length)
  let sum = 0
  let highest = Number.NEGATIVE_INFINITY
  for (let at = 0; at < logits.length; at += 1) highest = Math.max(highest, logits[at] ?? 0)
  for (let at = 0; at < logits.length; at += 1) {
    const part = Math.exp((logits[at] ?? 0) - highest)
    parts[at] = part
    sum += part
  }
  for (let at = 0; at < logits.length; at += 1) parts[at] = (parts[at] ?? 0) / sum
  return parts
}
