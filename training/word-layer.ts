import { SPECIALS, WORD_COLUMNS } from '../src/extraction/sentiment/sentiment-network.ts'
import { type Parameters, parameters } from './parameters.ts'
import { DIMENSIONS } from './vectors.ts'

/** Units between a word's vector and its row. */
const UNITS = 48
/** Most different words of a batch. */
const ROOM = 8192

/** Learns what each word says to the filters from its vector, so that words of like meaning say the like. */
export interface WordLayer {
  vectors: Float32Array
  specials: Parameters
  inner: Parameters
  outer: Parameters
  /** Rows of the words of this batch, `WORD_COLUMNS` wide, and the slopes of the loss over them. */
  rows: Float32Array
  slopes: Float32Array
  units: Float32Array
  /** Place of a word's row in the batch, −1 for none. */
  places: Int32Array
  batch: number[]
}

/** An untrained layer over the vectors of a vocabulary. */
export function wordLayer(vectors: Float32Array, decay: number, random: () => number): WordLayer {
  return {
    vectors,
    inner: parameters(DIMENSIONS * UNITS, 1 / Math.sqrt(DIMENSIONS), decay, random),
    outer: parameters(UNITS * WORD_COLUMNS, 1 / Math.sqrt(UNITS), decay, random),
    specials: parameters(SPECIALS * WORD_COLUMNS, 0.5, decay, random),
    rows: new Float32Array(ROOM * WORD_COLUMNS),
    slopes: new Float32Array(ROOM * WORD_COLUMNS),
    units: new Float32Array(ROOM * UNITS),
    places: new Int32Array(SPECIALS + vectors.length / DIMENSIONS).fill(-1),
    batch: [],
  }
}

/** Offset in `rows` of a word's row, worked out once in a batch. */
export function placeOf(layer: WordLayer, word: number): number {
  const known = layer.places[word] ?? -1
  if (known >= 0) return known
  const place = layer.batch.length * WORD_COLUMNS
  layer.places[word] = place
  layer.batch.push(word)
  const { rows } = layer
  if (word < SPECIALS) {
    rows.set(layer.specials.values.subarray(word * WORD_COLUMNS, (word + 1) * WORD_COLUMNS), place)
    return place
  }
  const units = layer.units
    .subarray((place / WORD_COLUMNS) * UNITS, (place / WORD_COLUMNS + 1) * UNITS)
    .fill(0)
  const inner = layer.inner.values
  const vector = (word - SPECIALS) * DIMENSIONS
  for (let input = 0; input < DIMENSIONS; input += 1) {
    const value = layer.vectors[vector + input] ?? 0
    for (let unit = 0; unit < UNITS; unit += 1)
      units[unit] = (units[unit] ?? 0) + value * (inner[input * UNITS + unit] ?? 0)
  }
  const outer = layer.outer.values
  rows.fill(0, place, place + WORD_COLUMNS)
  for (let unit = 0; unit < UNITS; unit += 1) {
    const value = Math.max(0, units[unit] ?? 0)
    units[unit] = value
    if (value === 0) continue
    for (let column = 0; column < WORD_COLUMNS; column += 1)
      rows[place + column] = (rows[place + column] ?? 0) + value * (outer[unit * WORD_COLUMNS + column] ?? 0)
  }
  return place
}

/** Ends a batch: what is slopes over rows becomes slopes over what is learned. */
export function learnWords(layer: WordLayer): void {
  const { slopes, inner, outer, specials, vectors, places } = layer
  const unitSlopes = new Float32Array(UNITS)
  layer.batch.forEach((word, index) => {
    const place = index * WORD_COLUMNS
    places[word] = -1
    if (word < SPECIALS) {
      for (let column = 0; column < WORD_COLUMNS; column += 1)
        specials.slopes[word * WORD_COLUMNS + column] =
          (specials.slopes[word * WORD_COLUMNS + column] ?? 0) + (slopes[place + column] ?? 0)
      return
    }
    for (let unit = 0; unit < UNITS; unit += 1) {
      const value = layer.units[index * UNITS + unit] ?? 0
      let slope = 0
      if (value > 0) {
        for (let column = 0; column < WORD_COLUMNS; column += 1) {
          const at = unit * WORD_COLUMNS + column
          const above = slopes[place + column] ?? 0
          outer.slopes[at] = (outer.slopes[at] ?? 0) + value * above
          slope += (outer.values[at] ?? 0) * above
        }
      }
      unitSlopes[unit] = slope
    }
    const vector = (word - SPECIALS) * DIMENSIONS
    for (let input = 0; input < DIMENSIONS; input += 1) {
      const value = vectors[vector + input] ?? 0
      for (let unit = 0; unit < UNITS; unit += 1) {
        const at = input * UNITS + unit
        inner.slopes[at] = (inner.slopes[at] ?? 0) + value * (unitSlopes[unit] ?? 0)
      }
    }
  })
  slopes.fill(0, 0, layer.batch.length * WORD_COLUMNS)
  layer.batch.length = 0
}
