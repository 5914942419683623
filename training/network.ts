import {
  FILTERS,
  HIDDEN,
  INPUTS,
  type Network,
  NOUN_COLUMNS,
  SPECIAL_ROWS,
  WORD_COLUMNS,
} from '../src/extraction/sentiment/network.ts'
import { indexWords } from '../src/extraction/text/word-index.ts'
import { backpropagate, type TrainableNetwork, vectorOf } from './backpropagation.ts'
import type { PreparedText } from './examples.ts'
import { adamStep, parameters } from './parameters.ts'
import { seeded, shuffle } from './random.ts'
import { DIMENSIONS, type Vocabulary } from './vectors.ts'
import { endBatch, rowOffset, wordLayer } from './word-layer.ts'

/** Hyperparameters of the network. */
export interface NetworkSettings {
  rounds: number
  rate: number
  decay: number
  /** Shares of words, and of inputs and units, that are dropped at random. */
  wordDropout: number
  dropout: number
  /** Sentences of a batch. */
  batch: number
}

/** Steps over which the learning rate grows to its full value. */
const WARM_UP_STEPS = 100
/** Share of the learning rate at the last step; it decreases linearly. */
const LAST_RATE = 0.05
/** About the number of names in a batch, by which the summed loss is divided. */
const NAMES_PER_BATCH = 40

function initialise({ index, vectors }: Vocabulary, decay: number, random: () => number): TrainableNetwork {
  return {
    vocabulary: index,
    words: wordLayer(vectors, decay, random),
    biases: parameters(FILTERS, 0, 0, random),
    nouns: parameters(DIMENSIONS * NOUN_COLUMNS, 1 / Math.sqrt(DIMENSIONS), decay, random),
    hidden: parameters(HIDDEN * INPUTS, Math.sqrt(2 / INPUTS), decay, random),
    hiddenBiases: parameters(HIDDEN, 0, 0, random),
    outputs: parameters(2 * HIDDEN, 1 / Math.sqrt(HIDDEN), decay, random),
    outputBiases: parameters(2, 0, 0, random),
  }
}

/** Trains the network on the sentences of texts. Deterministic: the same texts and settings give the same network. */
export function fitNetwork(
  texts: readonly PreparedText[],
  vocabulary: Vocabulary,
  { rounds, rate, decay, wordDropout, dropout, batch }: NetworkSettings,
): Network {
  const targetSentences = texts.flatMap((text) => text.targetSentences)
  const random = seeded(11)
  const trainable = initialise(vocabulary, decay, random)
  const { words, biases, nouns, hidden, hiddenBiases, outputs, outputBiases } = trainable
  const { inner, outer, specials } = words
  const learned = [inner, outer, specials, biases, nouns, hidden, hiddenBiases, outputs, outputBiases]
  const dropouts = { words: wordDropout, units: dropout, random }
  const order = Int32Array.from(targetSentences, (_, index) => index)
  const steps = rounds * Math.ceil(order.length / batch)
  let step = 0
  for (let round = 0; round < rounds; round += 1) {
    shuffle(order, random)
    for (let from = 0; from < order.length; from += batch) {
      for (const which of order.subarray(from, from + batch)) {
        const sentence = targetSentences[which]
        if (sentence)
          backpropagate(trainable, { ...sentence, weight: sentence.weight / NAMES_PER_BATCH }, dropouts)
      }
      endBatch(words)
      step += 1
      adamStep(
        learned,
        rate * Math.min(1, step / WARM_UP_STEPS) * (1 - ((1 - LAST_RATE) * step) / steps),
        step,
      )
    }
  }
  return quantiseNetwork(trainable, vocabulary, texts)
}

function quantiseNetwork(
  trainable: TrainableNetwork,
  vocabulary: Vocabulary,
  texts: readonly PreparedText[],
): Network {
  const words = SPECIAL_ROWS + vocabulary.index.hashes.length
  const numbers = new Float32Array(words * WORD_COLUMNS)
  for (let word = 0; word < words; word += 1) {
    const offset = rowOffset(trainable.words, word)
    numbers.set(trainable.words.rows.subarray(offset, offset + WORD_COLUMNS), word * WORD_COLUMNS)
    endBatch(trainable.words)
  }
  const { rows, scales } = quantiseRows(numbers, FILTERS)
  const nouns = Int32Array.from(
    new Set(texts.flatMap((text) => [...text.nouns].filter((noun) => noun !== 0))),
  ).sort()
  const nounNumbers = new Float32Array(nouns.length * NOUN_COLUMNS)
  nouns.forEach((noun, row) => {
    const vector = vectorOf(trainable.vocabulary, noun)
    for (let at = 0; vector >= 0 && at < DIMENSIONS; at += 1)
      for (let column = 0; column < NOUN_COLUMNS; column += 1)
        nounNumbers[row * NOUN_COLUMNS + column] =
          (nounNumbers[row * NOUN_COLUMNS + column] ?? 0) +
          (vocabulary.vectors[vector + at] ?? 0) * (trainable.nouns.values[at * NOUN_COLUMNS + column] ?? 0)
  })
  const {
    rows: nounRows,
    scales: [nounScale = 1],
  } = quantiseRows(nounNumbers, 1)
  return {
    words: vocabulary.index,
    wordRows: rows,
    scales,
    biases: Float64Array.from(trainable.biases.values),
    nouns: indexWords(nouns),
    nounRows,
    nounScale,
    hidden: Float64Array.from(trainable.hidden.values),
    hiddenBiases: Float64Array.from(trainable.hiddenBiases.values),
    outputs: Float64Array.from(trainable.outputs.values),
    outputBiases: Float64Array.from(trainable.outputBiases.values),
  }
}

/**
 * Quantises numbers to signed bytes. Numbers at the same position modulo `kinds` share a scale; the largest of every two thousand are
 * clipped.
 */
function quantiseRows(numbers: Float32Array, kinds: number): { rows: Int8Array; scales: Float64Array } {
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
