import { SPECIAL_ROWS, WORD_COLUMNS } from '../src/extraction/opinions/sentiment/network.ts'
import { type Parameters, parameters } from './parameters.ts'
import { DIMENSIONS } from './vectors.ts'

/** Number of hidden units between a word's vector and its row. */
const UNITS = 48
/** Maximum number of distinct words in a batch. */
const MAX_WORDS = 8192

/**
 * A layer that computes the row of each word from its pretrained vector. Words with similar vectors therefore have
 * similar rows, including words that are not in the training texts.
 */
export interface WordLayer {
  vectors: Float32Array
  specials: Parameters
  inner: Parameters
  outer: Parameters
  /** Rows of length `WORD_COLUMNS` for the words in the current batch, and their gradients. */
  rows: Float32Array
  gradients: Float32Array
  units: Float32Array
  /** Offset of each word's row in `rows`; −1 for words that are not in the batch. */
  offsets: Int32Array
  batch: number[]
}

/** Creates a layer with random parameters for the vectors of a vocabulary. */
export function wordLayer(vectors: Float32Array, weightDecay: number, random: () => number): WordLayer {
  return {
    vectors,
    inner: parameters(DIMENSIONS * UNITS, 1 / Math.sqrt(DIMENSIONS), weightDecay, random),
    outer: parameters(UNITS * WORD_COLUMNS, 1 / Math.sqrt(UNITS), weightDecay, random),
    specials: parameters(SPECIAL_ROWS * WORD_COLUMNS, 0.5, weightDecay, random),
    rows: new Float32Array(MAX_WORDS * WORD_COLUMNS),
    gradients: new Float32Array(MAX_WORDS * WORD_COLUMNS),
    units: new Float32Array(MAX_WORDS * UNITS),
    offsets: new Int32Array(SPECIAL_ROWS + vectors.length / DIMENSIONS).fill(-1),
    batch: [],
  }
}

/** Returns the offset of a word's row in `rows`. The row is computed when the word is first used in a batch. */
export function rowOffset(layer: WordLayer, word: number): number {
  const existing = layer.offsets[word] ?? -1
  if (existing >= 0) return existing
  const offset = layer.batch.length * WORD_COLUMNS
  layer.offsets[word] = offset
  layer.batch.push(word)
  const { rows } = layer
  if (word < SPECIAL_ROWS) {
    rows.set(layer.specials.values.subarray(word * WORD_COLUMNS, (word + 1) * WORD_COLUMNS), offset)
    return offset
  }
  const units = layer.units
    .subarray((offset / WORD_COLUMNS) * UNITS, (offset / WORD_COLUMNS + 1) * UNITS)
    .fill(0)
  const inner = layer.inner.values
  const vector = (word - SPECIAL_ROWS) * DIMENSIONS
  for (let input = 0; input < DIMENSIONS; input += 1) {
    const value = layer.vectors[vector + input] ?? 0
    for (let unit = 0; unit < UNITS; unit += 1)
      units[unit] = (units[unit] ?? 0) + value * (inner[input * UNITS + unit] ?? 0)
  }
  const outer = layer.outer.values
  rows.fill(0, offset, offset + WORD_COLUMNS)
  for (let unit = 0; unit < UNITS; unit += 1) {
    const value = Math.max(0, units[unit] ?? 0)
    units[unit] = value
    if (value === 0) continue
    for (let column = 0; column < WORD_COLUMNS; column += 1)
      rows[offset + column] =
        (rows[offset + column] ?? 0) + value * (outer[unit * WORD_COLUMNS + column] ?? 0)
  }
  return offset
}

/** Ends a batch: propagates the gradients of its rows to the parameters of the layer and clears them. */
export function endBatch(layer: WordLayer): void {
  const { gradients, inner, outer, specials, vectors, offsets } = layer
  const unitGradients = new Float32Array(UNITS)
  layer.batch.forEach((word, index) => {
    const offset = index * WORD_COLUMNS
    offsets[word] = -1
    if (word < SPECIAL_ROWS) {
      for (let column = 0; column < WORD_COLUMNS; column += 1)
        specials.gradients[word * WORD_COLUMNS + column] =
          (specials.gradients[word * WORD_COLUMNS + column] ?? 0) + (gradients[offset + column] ?? 0)
      return
    }
    for (let unit = 0; unit < UNITS; unit += 1) {
      const value = layer.units[index * UNITS + unit] ?? 0
      let gradient = 0
      if (value > 0) {
        for (let column = 0; column < WORD_COLUMNS; column += 1) {
          const at = unit * WORD_COLUMNS + column
          const above = gradients[offset + column] ?? 0
          outer.gradients[at] = (outer.gradients[at] ?? 0) + value * above
          gradient += (outer.values[at] ?? 0) * above
        }
      }
      unitGradients[unit] = gradient
    }
    const vector = (word - SPECIAL_ROWS) * DIMENSIONS
    for (let input = 0; input < DIMENSIONS; input += 1) {
      const value = vectors[vector + input] ?? 0
      for (let unit = 0; unit < UNITS; unit += 1) {
        const at = input * UNITS + unit
        inner.gradients[at] = (inner.gradients[at] ?? 0) + value * (unitGradients[unit] ?? 0)
      }
    }
  })
  gradients.fill(0, 0, layer.batch.length * WORD_COLUMNS)
  layer.batch.length = 0
}
