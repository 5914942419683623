/** Size of a serialized node in bytes: feature, left and right child, threshold or value. */
const NODE_BYTES = 10

/**
 * Gradient-boosted decision trees (J. H. Friedman, Annals of Statistics 29, 2001): the logit of each class is the sum
 * of the values of its trees. The nodes of all trees are stored in arrays. A node with feature −1 is a leaf.
 */
export interface Trees {
  classes: number
  /** Logit of each class before the first tree. */
  base: Float64Array
  /** Root node of each tree; tree `t` belongs to class `t % classes`. */
  roots: Int32Array
  features: Int16Array
  /** Threshold of an inner node (a row goes left if its feature is at most this), or the value of a leaf. */
  thresholds: Float64Array
  /** Child nodes. */
  left: Int32Array
  right: Int32Array
}

/**
 * Serializes trees for `unpackTrees`: counts, base logits and roots as 32-bit numbers, then the nodes, little-endian.
 */
export function packTrees({ classes, base, roots, features, thresholds, left, right }: Trees): Buffer {
  const header = Buffer.alloc(12 + base.length * 4 + roots.length * 4)
  header.writeInt32LE(classes, 0)
  header.writeInt32LE(roots.length, 4)
  header.writeInt32LE(features.length, 8)
  base.forEach((logit, at) => {
    header.writeFloatLE(logit, 12 + at * 4)
  })
  roots.forEach((root, at) => {
    header.writeInt32LE(root, 12 + base.length * 4 + at * 4)
  })
  const nodes = Buffer.alloc(features.length * NODE_BYTES)
  features.forEach((feature, node) => {
    const at = node * NODE_BYTES
    nodes.writeInt16LE(feature, at)
    // Children come after their parent, with a distance that fits into 16 bits.
    nodes.writeUInt16LE(feature < 0 ? 0 : (left[node] ?? 0) - node, at + 2)
    nodes.writeUInt16LE(feature < 0 ? 0 : (right[node] ?? 0) - node, at + 4)
    nodes.writeFloatLE(thresholds[node] ?? 0, at + 6)
  })
  return Buffer.concat([header, nodes])
}

/** Parses trees in the format of `packTrees` at an offset of a buffer. `end` is the offset after them. */
export function unpackTrees(bytes: Buffer, offset: number): { trees: Trees; end: number } {
  const classes = bytes.readInt32LE(offset)
  const count = bytes.readInt32LE(offset + 4)
  const nodes = bytes.readInt32LE(offset + 8)
  let at = offset + 12
  const base = Float64Array.from({ length: classes }, (_, index) => bytes.readFloatLE(at + index * 4))
  at += classes * 4
  const roots = Int32Array.from({ length: count }, (_, index) => bytes.readInt32LE(at + index * 4))
  at += count * 4
  const trees: Trees = {
    classes,
    base,
    roots,
    features: new Int16Array(nodes),
    thresholds: new Float64Array(nodes),
    left: new Int32Array(nodes),
    right: new Int32Array(nodes),
  }
  for (let node = 0; node < nodes; node += 1, at += NODE_BYTES) {
    trees.features[node] = bytes.readInt16LE(at)
    trees.left[node] = node + bytes.readUInt16LE(at + 2)
    trees.right[node] = node + bytes.readUInt16LE(at + 4)
    trees.thresholds[node] = bytes.readFloatLE(at + 6)
  }
  return { trees, end: at }
}
