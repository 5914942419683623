import { readFileSync } from 'node:fs'
import { indexWords, type WordIndex } from '../text/word-index.ts'

/** What is read of a passage: that it praises, criticises, recommends, advises against. A passage may do several of these, or none. */
export const OPINIONS = ['praise', 'fault', 'for', 'against'] as const
export type Opinion = (typeof OPINIONS)[number]
export const OPINION_COUNT = OPINIONS.length

/** Logistic regressions over the phrases of a passage, one for each of `OPINIONS`; training/opinions.ts makes them. */
export interface OpinionModel {
  phrases: WordIndex
  /** For each phrase `OPINION_COUNT` weights. */
  weights: Int8Array | Float32Array
  /** Value of one step of a weight. */
  scale: number
  /** Logits to which those of the phrases are added. */
  biases: Float64Array
}

/** Bytes of a model: the number of phrases, the scale, the biases, the hashes, the weights; little-endian. */
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

/** Reads what `packOpinionModel` wrote. */
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

/** The model that ships with the program, read at the first call from `opinions.bin` beside this module or its bundle. */
export function shippedOpinionModel(): OpinionModel {
  shipped ??= unpackOpinionModel(readFileSync(new URL('opinions.bin', import.meta.url)))
  return shipped
}
