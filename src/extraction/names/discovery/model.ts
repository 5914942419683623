import { readFileSync } from 'node:fs'
import { FEATURES, features } from './features.ts'
import type { WordFilter } from './vocabulary.ts'

/** A linear model over the features of a span. The sum of the weights is a logit. */
export interface LinearWeights {
  /** Value of one weight step. */
  scale: number
  weights: Int8Array
}

/** The model that recognizes names. */
export interface NameModel {
  names: LinearWeights
  makers: LinearWeights
  /** Words that are not names. */
  ordinary: WordFilter
}

/**
 * Parses the format of `packNameModel`: two scales, two tables of weights and the filter of ordinary words,
 * little-endian.
 */
export function unpackNameModel(bytes: Uint8Array): NameModel {
  const whole = bytes.slice()
  const [names = 1, makers = 1] = new Float32Array(whole.buffer, 0, 2)
  const weights = (index: number) => new Int8Array(whole.buffer, 8 + index * FEATURES, FEATURES)
  return {
    names: { scale: names, weights: weights(0) },
    makers: { scale: makers, weights: weights(1) },
    ordinary: whole.subarray(8 + 2 * FEATURES),
  }
}

/** Serializes a model for `unpackNameModel`. */
export function packNameModel({ names, makers, ordinary }: NameModel): Uint8Array {
  const scales = Float32Array.of(names.scale, makers.scale)
  return Buffer.concat(
    [Buffer.from(scales.buffer), names.weights, makers.weights, ordinary].map((part) => Buffer.from(part)),
  )
}

/** Returns the logit of the current content of `features`. */
export function logitOf({ scale, weights }: LinearWeights): number {
  const { indices, count } = features
  let sum = 0
  for (let index = 0; index < count; index += 1) sum += weights[indices[index] ?? 0] ?? 0
  return sum * scale
}

let shipped: NameModel | undefined

/** Returns the shipped model. The first call reads it from `names.bin` next to this module or its bundle. */
export function shippedNameModel(): NameModel {
  shipped ??= unpackNameModel(readFileSync(new URL('names.bin', import.meta.url)))
  return shipped
}
