import type { Span } from '../foundation/observation.ts'
import { rowOf } from '../text/word-index.ts'
import { OPINION_COUNT, type OpinionModel, shippedOpinionModel } from './model.ts'
import { eachPhrase } from './phrases.ts'

/** The opinions of all passages of a text, and the data to compute them for any part of a passage. */
export interface Opinions {
  /** Probabilities of `OPINIONS` per passage. */
  passages: Float64Array
  /** Start of the last word of each known phrase, in ascending order. */
  offsets: Int32Array
  /** Running sums of the weights: before each known phrase, and at the end. */
  sums: Float64Array
  model: OpinionModel
}

/**
 * Writes the probabilities of `OPINIONS` for a range of known phrases. They are 0 if there are none, for example in a
 * heading that is only a name.
 */
function probabilitiesOf(
  { sums, model }: Pick<Opinions, 'sums' | 'model'>,
  from: number,
  to: number,
  into: Float64Array,
  offset: number,
): void {
  if (from === to) {
    into.fill(0, offset, offset + OPINION_COUNT)
    return
  }
  const share = model.scale / Math.sqrt(to - from)
  for (let opinion = 0; opinion < OPINION_COUNT; opinion += 1) {
    const sum = (sums[to * OPINION_COUNT + opinion] ?? 0) - (sums[from * OPINION_COUNT + opinion] ?? 0)
    into[offset + opinion] = 1 / (1 + Math.exp(-(model.biases[opinion] ?? 0) - share * sum))
  }
}

/**
 * Computes the opinions of passages, which must be in ascending order and not overlap. The time is linear in the text.
 */
export function readOpinions(
  lower: string,
  passages: readonly Span[],
  model: OpinionModel = shippedOpinionModel(),
): Opinions {
  const offsets: number[] = []
  const rows: number[] = []
  const ends = passages.map(({ start, end }) => {
    eachPhrase(lower, start, end, (hash, at) => {
      const row = rowOf(model.phrases, hash)
      if (row < 0) return
      offsets.push(at)
      rows.push(row)
    })
    return rows.length
  })
  const sums = new Float64Array((rows.length + 1) * OPINION_COUNT)
  rows.forEach((row, index) => {
    for (let opinion = 0; opinion < OPINION_COUNT; opinion += 1) {
      const at = index * OPINION_COUNT + opinion
      sums[at + OPINION_COUNT] = (sums[at] ?? 0) + (model.weights[row * OPINION_COUNT + opinion] ?? 0)
    }
  })
  const found = { sums, model, passages: new Float64Array(passages.length * OPINION_COUNT) }
  let from = 0
  ends.forEach((to, index) => {
    probabilitiesOf(found, from, to, found.passages, index * OPINION_COUNT)
    from = to
  })
  return { ...found, offsets: Int32Array.from(offsets) }
}

/** Returns the index of the first known phrase with its last word at or after an offset. */
function firstAt(offsets: Int32Array, offset: number): number {
  let low = 0
  let high = offsets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle] ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Writes the probabilities of `OPINIONS` for a part of a passage. */
export function opinionsOf(opinions: Opinions, { start, end }: Span, into: Float64Array): void {
  const { offsets } = opinions
  probabilitiesOf(opinions, firstAt(offsets, start), firstAt(offsets, end), into, 0)
}
