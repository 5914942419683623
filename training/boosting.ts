import type { Trees } from '../src/extraction/trees/trees.ts'
import { seeded } from './random.ts'

/** Hyperparameters of the trees. */
export interface BoostingSettings {
  rounds: number
  /** Factor for the values of each tree (shrinkage). */
  learningRate: number
  /** Maximum number of leaves per tree. */
  leaves: number
  /** Minimum number of rows per leaf. */
  minDataInLeaf: number
  /** L2 regularization of the leaf values. */
  l2: number
  /** Shares of rows and of features that are sampled for each tree. */
  subsample: number
  colsample: number
}

/** Labeled feature rows. With one class, labels are 0 or 1. */
export interface Rows {
  features: readonly (readonly number[] | Float64Array)[]
  labels: Int32Array
  classes: number
}

const BINS = 64

interface Binned {
  /** Bin per feature and row, grouped by feature. */
  bins: Uint8Array
  /** Upper limits of the bins, per feature. */
  limits: number[][]
}

function binRows({ features }: Rows): Binned {
  const count = features.length
  const width = features[0]?.length ?? 0
  const bins = new Uint8Array(count * width)
  const limits: number[][] = []
  for (let feature = 0; feature < width; feature += 1) {
    const sorted = Float64Array.from(features, (row) => row[feature] ?? 0).sort()
    const cuts: number[] = []
    for (let cut = 1; cut < BINS; cut += 1) {
      const at = Math.floor((count * cut) / BINS)
      const low = sorted[at - 1] ?? 0
      const high = sorted[at] ?? 0
      const middle = Math.fround((low + high) / 2)
      if (high > low && middle > (cuts[cuts.length - 1] ?? Number.NEGATIVE_INFINITY)) cuts.push(middle)
    }
    // A feature with few distinct values gets one bin per value, so that rare values are also distinguished.
    const distinct = [...new Set(sorted)]
    if (distinct.length <= BINS) {
      cuts.length = 0
      for (let at = 1; at < distinct.length; at += 1)
        cuts.push(Math.fround(((distinct[at - 1] ?? 0) + (distinct[at] ?? 0)) / 2))
    }
    limits.push(cuts)
    features.forEach((row, index) => {
      const value = row[feature] ?? 0
      let low = 0
      let high = cuts.length
      while (low < high) {
        const middle = (low + high) >> 1
        if (value <= (cuts[middle] ?? 0)) high = middle
        else low = middle + 1
      }
      bins[feature * count + index] = low
    })
  }
  return { bins, limits }
}

interface Split {
  gain: number
  feature: number
  bin: number
}

interface Leaf {
  rows: Int32Array
  gradient: number
  hessian: number
  node: number
  split: Split | null
}

/**
 * Fits gradient-boosted trees leaf by leaf, with second-order steps and histograms (Chen & Guestrin 2016,
 * https://arxiv.org/abs/1603.02754).
 */
export function fitTrees(rows: Rows, settings: BoostingSettings, seed = 11): Trees {
  const { labels, classes } = rows
  const count = rows.features.length
  const width = rows.features[0]?.length ?? 0
  const { bins, limits } = binRows(rows)
  const random = seeded(seed)
  const base = new Float64Array(classes)
  for (let classIndex = 0; classIndex < classes; classIndex += 1) {
    const share = labels.filter((label) => label === (classes === 1 ? 1 : classIndex)).length / count
    base[classIndex] = Math.fround(
      classes === 1 ? Math.log(share / (1 - share)) : Math.log(Math.max(share, 1e-6)),
    )
  }
  const logits = Float64Array.from({ length: count * classes }, (_, at) => base[at % classes] ?? 0)
  const gradients = new Float64Array(count)
  const hessians = new Float64Array(count)
  const nodes: { feature: number; threshold: number; left: number; right: number }[] = []
  const roots: number[] = []
  const gradientSums = new Float64Array(BINS)
  const hessianSums = new Float64Array(BINS)
  const counts = new Int32Array(BINS)

  const bestSplit = ({ rows: members, gradient, hessian }: Leaf, chosen: readonly number[]): Split | null => {
    let best: Split | null = null
    const whole = (gradient * gradient) / (hessian + settings.l2)
    for (const feature of chosen) {
      const cuts = limits[feature]?.length ?? 0
      if (cuts === 0) continue
      gradientSums.fill(0)
      hessianSums.fill(0)
      counts.fill(0)
      const offset = feature * count
      for (let index = 0; index < members.length; index += 1) {
        const row = members[index] ?? 0
        const bin = bins[offset + row] ?? 0
        gradientSums[bin] = (gradientSums[bin] ?? 0) + (gradients[row] ?? 0)
        hessianSums[bin] = (hessianSums[bin] ?? 0) + (hessians[row] ?? 0)
        counts[bin] = (counts[bin] ?? 0) + 1
      }
      let leftGradient = 0
      let leftHessian = 0
      let leftCount = 0
      for (let bin = 0; bin < cuts; bin += 1) {
        leftGradient += gradientSums[bin] ?? 0
        leftHessian += hessianSums[bin] ?? 0
        leftCount += counts[bin] ?? 0
        if (leftCount < settings.minDataInLeaf) continue
        if (members.length - leftCount < settings.minDataInLeaf) break
        const rightGradient = gradient - leftGradient
        const gain =
          (leftGradient * leftGradient) / (leftHessian + settings.l2) +
          (rightGradient * rightGradient) / (hessian - leftHessian + settings.l2) -
          whole
        if (gain > 1e-6 && gain > (best?.gain ?? 0)) best = { gain, feature, bin }
      }
    }
    return best
  }

  const leafOf = (members: Int32Array, node: number, chosen: readonly number[]): Leaf => {
    let gradient = 0
    let hessian = 0
    for (const row of members) {
      gradient += gradients[row] ?? 0
      hessian += hessians[row] ?? 0
    }
    const leaf: Leaf = { rows: members, gradient, hessian, node, split: null }
    leaf.split = bestSplit(leaf, chosen)
    return leaf
  }

  const growTree = (members: Int32Array, chosen: readonly number[], into: number): void => {
    const root = nodes.length
    roots.push(root)
    nodes.push({ feature: -1, threshold: 0, left: 0, right: 0 })
    let leaves = [leafOf(members, root, chosen)]
    while (leaves.length < settings.leaves) {
      const best = leaves.reduce((most, leaf) =>
        (leaf.split?.gain ?? 0) > (most.split?.gain ?? 0) ? leaf : most,
      )
      const { split } = best
      if (!split) break
      const offset = split.feature * count
      const isLeft = (row: number) => (bins[offset + row] ?? 0) <= split.bin
      const left = nodes.length
      nodes.push(
        { feature: -1, threshold: 0, left: 0, right: 0 },
        { feature: -1, threshold: 0, left: 0, right: 0 },
      )
      nodes[best.node] = {
        feature: split.feature,
        threshold: limits[split.feature]?.[split.bin] ?? 0,
        left,
        right: left + 1,
      }
      leaves = [
        ...leaves.filter((leaf) => leaf !== best),
        leafOf(best.rows.filter(isLeft), left, chosen),
        leafOf(
          best.rows.filter((row) => !isLeft(row)),
          left + 1,
          chosen,
        ),
      ]
    }
    for (const { gradient, hessian, node } of leaves) {
      const leaf = nodes[node]
      if (leaf) leaf.threshold = Math.fround((-gradient / (hessian + settings.l2)) * settings.learningRate)
    }
    for (let row = 0; row < count; row += 1) {
      let node = nodes[root]
      while (node && node.feature >= 0) {
        const bin = bins[node.feature * count + row] ?? 0
        const cut = limits[node.feature]?.[bin]
        // Rows in a bin are at most equal to its upper limit.
        node = nodes[cut !== undefined && cut <= node.threshold ? node.left : node.right]
      }
      logits[row * classes + into] = (logits[row * classes + into] ?? 0) + (node?.threshold ?? 0)
    }
  }

  for (let round = 0; round < settings.rounds; round += 1) {
    const members = Int32Array.from(
      Array.from({ length: count }, (_, row) => row).filter(() => random() < settings.subsample),
    )
    const before = logits.slice()
    for (let classIndex = 0; classIndex < classes; classIndex += 1) {
      for (let row = 0; row < count; row += 1) {
        let probability: number
        if (classes === 1) probability = 1 / (1 + Math.exp(-(before[row] ?? 0)))
        else {
          let highest = Number.NEGATIVE_INFINITY
          for (let otherClass = 0; otherClass < classes; otherClass += 1)
            highest = Math.max(highest, before[row * classes + otherClass] ?? 0)
          let sum = 0
          for (let otherClass = 0; otherClass < classes; otherClass += 1)
            sum += Math.exp((before[row * classes + otherClass] ?? 0) - highest)
          probability = Math.exp((before[row * classes + classIndex] ?? 0) - highest) / sum
        }
        gradients[row] = probability - (labels[row] === (classes === 1 ? 1 : classIndex) ? 1 : 0)
        hessians[row] = Math.max(probability * (1 - probability), 1e-6)
      }
      const chosen = Array.from({ length: width }, (_, feature) => feature).filter(
        () => random() < settings.colsample,
      )
      growTree(members, chosen, classIndex)
    }
  }
  return {
    classes,
    base,
    roots: Int32Array.from(roots),
    features: Int16Array.from(nodes, ({ feature }) => feature),
    thresholds: Float64Array.from(nodes, ({ threshold }) => threshold),
    left: Int32Array.from(nodes, ({ left }) => left),
    right: Int32Array.from(nodes, ({ right }) => right),
  }
}
