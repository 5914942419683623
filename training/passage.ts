import {
  FILTERS,
  HIDDEN,
  INPUTS,
  NOUN_AT,
  NOUN_COLUMNS,
  SPECIAL,
  shareOf,
} from '../src/extraction/sentiment/sentiment-network.ts'
import { rowOf, type WordRows } from '../src/extraction/sentiment/word-rows.ts'
import type { Passage, Place } from './examples.ts'
import type { Parameters } from './parameters.ts'
import { DIMENSIONS } from './vectors.ts'
import { placeOf, type WordLayer } from './word-layer.ts'

/** All that the network learns. */
export interface Learner {
  vocabulary: WordRows
  words: WordLayer
  biases: Parameters
  nouns: Parameters
  hidden: Parameters
  hiddenBiases: Parameters
  votes: Parameters
  voteBiases: Parameters
}

/** Share of words, and of inputs and hidden units, left out at random while learning. */
export interface Noise {
  words: number
  units: number
  random: () => number
}

interface Heard {
  /** Offset of each token's row, one before the first and one behind the last included. */
  offsets: Int32Array
  loudness: Float32Array
  sums: Float64Array
  peaks: Float32Array
  /** Token at which a filter is loudest, −1 where it is silent. */
  peaksAt: Int32Array
}

/** Share of other networks' word in what is asked of a network, where they were asked. */
const TAUGHT = 0.7
const NEIGHBOURS = 3

function hear({ words, biases }: Learner, tokens: Int32Array, noise: Noise): Heard {
  const { length } = tokens
  const offsets = new Int32Array(length + 2).fill(placeOf(words, SPECIAL.edge))
  tokens.forEach((word, at) => {
    const hidden = word !== SPECIAL.name && noise.random() < noise.words
    offsets[at + 1] = placeOf(words, hidden ? SPECIAL.unknown : word)
  })
  const loudness = new Float32Array(length * FILTERS)
  const sums = new Float64Array((length + 1) * FILTERS)
  const peaks = new Float32Array(FILTERS)
  const peaksAt = new Int32Array(FILTERS).fill(-1)
  for (let at = 0; at < length; at += 1) {
    for (let filter = 0; filter < FILTERS; filter += 1) {
      let sum = biases.values[filter] ?? 0
      for (let side = 0; side < NEIGHBOURS; side += 1)
        sum += words.rows[(offsets[at + side] ?? 0) + side * FILTERS + filter] ?? 0
      const loud = Math.max(0, sum)
      loudness[at * FILTERS + filter] = loud
      sums[(at + 1) * FILTERS + filter] = (sums[at * FILTERS + filter] ?? 0) + loud
      if (loud > (peaks[filter] ?? 0)) {
        peaks[filter] = loud
        peaksAt[filter] = at
      }
    }
  }
  return { offsets, loudness, sums, peaks, peaksAt }
}

/** Offset of a noun's vector, −1 when it has none. */
export function vectorOf(vocabulary: WordRows, noun: number): number {
  return rowOf(vocabulary, noun) * DIMENSIONS
}

function readInputs(
  { vocabulary, words, nouns }: Learner,
  { sums, peaks }: Heard,
  place: Place,
): Float32Array {
  const inputs = new Float32Array(INPUTS)
  let input = 0
  for (const [from, to] of place.stretches) {
    const share = shareOf(from, to)
    for (let filter = 0; filter < FILTERS; filter += 1) {
      if (share > 0)
        inputs[input] = ((sums[to * FILTERS + filter] ?? 0) - (sums[from * FILTERS + filter] ?? 0)) * share
      input += 1
    }
  }
  inputs.set(peaks, input)
  inputs[NOUN_AT - 2] = place.opinion
  if (place.noun === 0) return inputs
  inputs[NOUN_AT - 1] = 1
  const vector = vectorOf(vocabulary, place.noun)
  if (vector < 0) return inputs
  for (let column = 0; column < NOUN_COLUMNS; column += 1) {
    let sum = 0
    for (let at = 0; at < DIMENSIONS; at += 1)
      sum += (words.vectors[vector + at] ?? 0) * (nouns.values[at * NOUN_COLUMNS + column] ?? 0)
    inputs[NOUN_AT + column] = sum
  }
  return inputs
}

function keep(length: number, { units, random }: Noise): Float32Array {
  return Float32Array.from({ length }, () => (random() < units ? 0 : 1 / (1 - units)))
}

/** Chances of praise and blame of two votes, against 0 for neither. */
export function chancesOf(praise: number, blame: number): [praise: number, blame: number] {
  const highest = Math.max(praise, blame, 0)
  const likes = Math.exp(praise - highest)
  const dislikes = Math.exp(blame - highest)
  const all = likes + dislikes + Math.exp(-highest)
  return [likes / all, dislikes / all]
}

/** Chances that a place asks for: those of its label, and of what other networks see in it. */
function askedOf({ label, taught }: Place): [praise: number, blame: number] {
  const praise = label === 'positive' ? 1 : 0
  const blame = label === 'negative' ? 1 : 0
  if (!taught) return [praise, blame]
  const own = 1 - TAUGHT
  return [own * praise + TAUGHT * taught[0], own * blame + TAUGHT * taught[1]]
}

function add(to: Float32Array | Float64Array, at: number, value: number): void {
  to[at] = (to[at] ?? 0) + value
}

/** Reads one name and adds the slopes above the inputs; gives those over the inputs. */
function learnPlace(
  learner: Learner,
  inputs: Float32Array,
  place: Place,
  weight: number,
  noise: Noise,
): Float32Array {
  const { hidden, hiddenBiases, votes, voteBiases } = learner
  const kept = keep(INPUTS, noise)
  const keptUnits = keep(HIDDEN, noise)
  for (let at = 0; at < INPUTS; at += 1) inputs[at] = (inputs[at] ?? 0) * (kept[at] ?? 0)
  const units = new Float32Array(HIDDEN)
  let praise = voteBiases.values[0] ?? 0
  let blame = voteBiases.values[1] ?? 0
  for (let unit = 0; unit < HIDDEN; unit += 1) {
    let sum = hiddenBiases.values[unit] ?? 0
    for (let at = 0; at < INPUTS; at += 1) sum += (hidden.values[unit * INPUTS + at] ?? 0) * (inputs[at] ?? 0)
    const value = Math.max(0, sum) * (keptUnits[unit] ?? 0)
    units[unit] = value
    praise += value * (votes.values[unit] ?? 0)
    blame += value * (votes.values[HIDDEN + unit] ?? 0)
  }
  const chances = chancesOf(praise, blame)
  const asked = askedOf(place)
  const onPraise = (chances[0] - asked[0]) * weight
  const onBlame = (chances[1] - asked[1]) * weight
  add(voteBiases.slopes, 0, onPraise)
  add(voteBiases.slopes, 1, onBlame)
  const slopes = new Float32Array(INPUTS)
  for (let unit = 0; unit < HIDDEN; unit += 1) {
    const value = units[unit] ?? 0
    if (value === 0) continue
    add(votes.slopes, unit, onPraise * value)
    add(votes.slopes, HIDDEN + unit, onBlame * value)
    const slope =
      (onPraise * (votes.values[unit] ?? 0) + onBlame * (votes.values[HIDDEN + unit] ?? 0)) *
      (keptUnits[unit] ?? 0)
    add(hiddenBiases.slopes, unit, slope)
    for (let at = 0; at < INPUTS; at += 1) {
      add(hidden.slopes, unit * INPUTS + at, slope * (inputs[at] ?? 0))
      add(slopes, at, slope * (hidden.values[unit * INPUTS + at] ?? 0))
    }
  }
  for (let at = 0; at < INPUTS; at += 1) slopes[at] = (slopes[at] ?? 0) * (kept[at] ?? 0)
  return slopes
}

function learnNoun({ vocabulary, words, nouns }: Learner, noun: number, slopes: Float32Array): void {
  const vector = noun === 0 ? -1 : vectorOf(vocabulary, noun)
  if (vector < 0) return
  for (let at = 0; at < DIMENSIONS; at += 1)
    for (let column = 0; column < NOUN_COLUMNS; column += 1)
      add(
        nouns.slopes,
        at * NOUN_COLUMNS + column,
        (words.vectors[vector + at] ?? 0) * (slopes[NOUN_AT + column] ?? 0),
      )
}

/** Reads a passage and adds the slopes of the loss over all that was used for it. */
export function learnPassage(learner: Learner, { rows, places, weight }: Passage, noise: Noise): void {
  const heard = hear(learner, rows, noise)
  const { length } = rows
  // Slopes over the sums at a place hold for all tokens before it.
  const steps = new Float64Array((length + 1) * FILTERS)
  const peaks = new Float64Array(FILTERS)
  for (const place of places) {
    const slopes = learnPlace(learner, readInputs(learner, heard, place), place, weight, noise)
    learnNoun(learner, place.noun, slopes)
    let input = 0
    for (const [from, to] of place.stretches) {
      const share = shareOf(from, to)
      for (let filter = 0; filter < FILTERS; filter += 1) {
        const slope = (slopes[input] ?? 0) * share
        add(steps, from * FILTERS + filter, slope)
        add(steps, to * FILTERS + filter, -slope)
        input += 1
      }
    }
    for (let filter = 0; filter < FILTERS; filter += 1) add(peaks, filter, slopes[input + filter] ?? 0)
  }
  const { words, biases } = learner
  const sums = new Float64Array(FILTERS)
  for (let at = 0; at < length; at += 1) {
    for (let filter = 0; filter < FILTERS; filter += 1) {
      add(sums, filter, steps[at * FILTERS + filter] ?? 0)
      if (heard.loudness[at * FILTERS + filter] === 0) continue
      const slope = (sums[filter] ?? 0) + (heard.peaksAt[filter] === at ? (peaks[filter] ?? 0) : 0)
      add(biases.slopes, filter, slope)
      for (let side = 0; side < NEIGHBOURS; side += 1)
        add(words.slopes, (heard.offsets[at + side] ?? 0) + side * FILTERS + filter, slope)
    }
  }
}
