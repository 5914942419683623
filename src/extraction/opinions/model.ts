import { readFileSync } from 'node:fs'
import { indexWords, type WordIndex } from '../text/word-index.ts'

/**
 * The opinions in a passage: praise, criticism, a recommendation, advice against. A passage can have several or none.
 */
export const OPINIONS = ['praise', 'fault', 'for', 'against'] as const
export type Opinion = (typeof OPINIONS)[number]
export const OPINION_COUNT = OPINIONS.length

/** One logistic regression per opinion over the phrases of a passage, trained by training/opinions.ts. */
export interface OpinionModel {
  phrases: WordIndex
  /** `OPINION_COUNT` weights per phrase. */
  weights: Int8Array | Float32Array
  /** Value of one weight step. */
  scale: number
  /** Logits without any phrase. */
  biases: Float64Array
}

/** Serializes a model: number of phrases, scale, biases, hashes and weights, little-endian. */
export function packOpinionModel({ phrases: { hashes }, weights, scale, biases }: OpinionModel): Buffer {
  const head = Buffer.alloc(8 + OPINION_COUNT * 4)
  head.writeUInt32LE(hashes.length, 0)
  head.writeFloatLE(scale, 4)
  for (const [index, bias] of biases.entries()) head.writeFloatLE(bias, 8 + index * 4)
  return Buffer.concat([
    head,
    Buffer.from(hashes.slice().buffer),
    Buffer.from(Int8Array.from(weights).buffer),
  ])
}

/** Parses the format of `packOpinionModel`. */
export function unpackOpinionModel(bytes: Buffer): OpinionModel {
  const count = bytes.readUInt32LE(0)
  const first = 8 + OPINION_COUNT * 4
  const hashes = Int32Array.from({ length: count }, (_, at) => bytes.readInt32LE(first + at * 4))
  const weights = Int8Array.from(bytes.subarray(first + count * 4))
  return {
    phrases: indexWords(hashes),
    weights,
    scale: bytes.readFloatLE(4),
    biases: Float64Array.from(OPINIONS, (_, index) => bytes.readFloatLE(8 + index * 4)),
  }
}

let shipped: OpinionModel | undefined

/** Returns the shipped model. The first call reads it from `opinions.bin` next to this module or its bundle. */
export function shippedOpinionModel(): OpinionModel {
  shipped ??= unpackOpinionModel(readFileSync(new URL('opinions.bin', import.meta.url)))
  return shipped
}
