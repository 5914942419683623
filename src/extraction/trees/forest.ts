import type { Trees } from './trees.ts'

/** Leaves of a tree: one bit of a number each. */
const MOST_LEAVES = 32

/**
 * Trees as `predict` reads them, after QuickScorer (C. Lucchese et al., SIGIR 2015): for each feature the tests of all trees in ascending
 * order of their thresholds. A row fails the first of them, and each failed test rules out the leaves of its left branch; of the leaves
 * that remain in a tree, the first is the row's. A row of few features with values passes nearly all tests without a look at them.
 */
export interface Forest {
  /** Logit of each class for a row that passes all tests. */
  base: Float64Array
  /** Features that are tested, and for each the first of its tests; one more number ends the last. */
  features: Int16Array
  starts: Int32Array
  /** By test: a row fails it where its feature is above this; the tree, and the leaves that remain then. */
  thresholds: Float32Array
  trees: Int16Array
  remaining: Int32Array
  /** By tree: its class, and what each of its leaves, `width` of them, adds to the logit beside its first. */
  classes: Uint8Array
  values: Float32Array
  width: number
  /** Working memory: the leaves that remain in each tree, all between two calls; and the trees with fewer. */
  leaves: Int32Array
  failed: Int16Array
}

interface Test {
  feature: number
  threshold: number
  tree: number
  remaining: number
}

/** Compiles trees of at most 32 leaves; takes time in the number of nodes. Throws a RangeError for larger trees. */
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
    if (values.length > MOST_LEAVES) throw new RangeError(`A tree of ${values.length} leaves`)
    leaves.push(values)
  })
  tests.sort((one, other) => one.feature - other.feature || one.threshold - other.threshold)
  const tested = [...new Set(tests.map(({ feature }) => feature))]
  const width = leaves.reduce((most, { length }) => Math.max(most, length), 1)
  const values = new Float32Array(leaves.length * width)
  const sums = Float64Array.from(base)
  leaves.forEach((own, tree) => {
    const [first = 0] = own
    sums[tree % classes] = (sums[tree % classes] ?? 0) + first
    values.set(
      own.map((value) => value - first),
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

/** Turns logits into probabilities by the softmax, or for one class by the logistic function. */
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
