import {
  FILTERS,
  HIDDEN,
  INPUTS,
  type Network,
  NOUN_COLUMNS,
  SPECIALS,
  WORD_COLUMNS,
} from '../src/extraction/sentiment/sentiment-network.ts'
import { indexRows } from '../src/extraction/sentiment/word-rows.ts'
import type { ReadText } from './examples.ts'
import { parameters, stepDown } from './parameters.ts'
import { type Learner, learnPassage, vectorOf } from './passage.ts'
import { seeded, shuffle } from './random.ts'
import { DIMENSIONS, type Vocabulary } from './vectors.ts'
import { learnWords, placeOf, wordLayer } from './word-layer.ts'

/** How the network is trained. */
export interface NetworkSettings {
  rounds: number
  rate: number
  decay: number
  /** Share of words, and of units, left out at random. */
  blind: number
  drop: number
  /** Passages between two steps. */
  batch: number
}

const WARMING = 100
const LAST_RATE = 0.05
/** About the number of names in a batch: a loss is a mean, and so does not depend on it. */
const NAMES = 40

function untrained({ index, vectors }: Vocabulary, decay: number, random: () => number): Learner {
  return {
    vocabulary: index,
    words: wordLayer(vectors, decay, random),
    biases: parameters(FILTERS, 0, 0, random),
    nouns: parameters(DIMENSIONS * NOUN_COLUMNS, 1 / Math.sqrt(DIMENSIONS), decay, random),
    hidden: parameters(HIDDEN * INPUTS, Math.sqrt(2 / INPUTS), decay, random),
    hiddenBiases: parameters(HIDDEN, 0, 0, random),
    votes: parameters(2 * HIDDEN, 1 / Math.sqrt(HIDDEN), decay, random),
    voteBiases: parameters(2, 0, 0, random),
  }
}

/** Trains the network on the passages of texts; the same texts and settings give the same network. */
export function fitNetwork(
  texts: readonly ReadText[],
  vocabulary: Vocabulary,
  { rounds, rate, decay, blind, drop, batch }: NetworkSettings,
): Network {
  const passages = texts.flatMap((text) => text.passages)
  const random = seeded(11)
  const learner = untrained(vocabulary, decay, random)
  const { words, biases, nouns, hidden, hiddenBiases, votes, voteBiases } = learner
  const { inner, outer, specials } = words
  const learned = [inner, outer, specials, biases, nouns, hidden, hiddenBiases, votes, voteBiases]
  const noise = { words: blind, units: drop, random }
  const order = Int32Array.from(passages, (_, index) => index)
  const steps = rounds * Math.ceil(order.length / batch)
  let step = 0
  for (let round = 0; round < rounds; round += 1) {
    shuffle(order, random)
    for (let from = 0; from < order.length; from += batch) {
      for (const which of order.subarray(from, from + batch)) {
        const passage = passages[which]
        if (passage) learnPassage(learner, { ...passage, weight: passage.weight / NAMES }, noise)
      }
      learnWords(words)
      step += 1
      stepDown(learned, rate * Math.min(1, step / WARMING) * (1 - ((1 - LAST_RATE) * step) / steps), step)
    }
  }
  return freeze(learner, vocabulary, texts)
}

function freeze(learner: Learner, vocabulary: Vocabulary, texts: readonly ReadText[]): Network {
  const words = SPECIALS + vocabulary.index.hashes.length
  const numbers = new Float32Array(words * WORD_COLUMNS)
  for (let word = 0; word < words; word += 1) {
    const place = placeOf(learner.words, word)
    numbers.set(learner.words.rows.subarray(place, place + WORD_COLUMNS), word * WORD_COLUMNS)
    learnWords(learner.words)
  }
  const { rows, scales } = stepsOf(numbers, FILTERS)
  const nouns = Int32Array.from(
    new Set(texts.flatMap((text) => [...text.nouns].filter((noun) => noun !== 0))),
  ).sort()
  const nounNumbers = new Float32Array(nouns.length * NOUN_COLUMNS)
  nouns.forEach((noun, row) => {
    const vector = vectorOf(learner.vocabulary, noun)
    for (let at = 0; vector >= 0 && at < DIMENSIONS; at += 1)
      for (let column = 0; column < NOUN_COLUMNS; column += 1)
        nounNumbers[row * NOUN_COLUMNS + column] =
          (nounNumbers[row * NOUN_COLUMNS + column] ?? 0) +
          (vocabulary.vectors[vector + at] ?? 0) * (learner.nouns.values[at * NOUN_COLUMNS + column] ?? 0)
  })
  const {
    rows: nounRows,
    scales: [nounScale = 1],
  } = stepsOf(nounNumbers, 1)
  return {
    words: vocabulary.index,
    rows,
    scales,
    biases: Float64Array.from(learner.biases.values),
    nouns: indexRows(nouns),
    nounRows,
    nounScale,
    hidden: Float64Array.from(learner.hidden.values),
    hiddenBiases: Float64Array.from(learner.hiddenBiases.values),
    votes: Float64Array.from(learner.votes.values),
    voteBiases: Float64Array.from(learner.voteBiases.values),
  }
}

/** Numbers as steps of one byte; each of `kinds`, which take turns, has steps of its own size. The largest few are cut. */
function stepsOf(numbers: Float32Array, kinds: number): { rows: Int8Array; scales: Float64Array } {
  const scales = Float64Array.from({ length: kinds }, (_, kind) => {
    const sizes = numbers
      .filter((_, at) => at % kinds === kind)
      .map(Math.abs)
      .sort()
    return (sizes[Math.floor(sizes.length * 0.9995)] ?? 0) / 127 || 1
  })
  const rows = Int8Array.from(numbers, (number, at) =>
    Math.max(-127, Math.min(127, Math.round(number / (scales[at % kinds] ?? 1)))),
  )
  return { rows, scales }
}
