import {
  FILTERS,
  HIDDEN,
  INPUTS,
  type Network,
  NOUN_COLUMNS,
  SPECIAL_ROWS,
  WORD_COLUMNS,
} from '../src/extraction/opinions/sentiment/network.ts'
import { indexWords } from '../src/extraction/text/word-index.ts'
import { backpropagate, type TrainableNetwork, vectorOf } from './backpropagation.ts'
import type { PreparedText } from './examples.ts'
import { adamStep, parameters } from './parameters.ts'
import { seeded, shuffle } from './random.ts'
import { DIMENSIONS, type Vocabulary } from './vectors.ts'
import { endBatch, rowOffset, wordLayer } from './word-layer.ts'

/** Hyperparameters of the network. */
export interface NetworkSettings {
  epochs: number
  learningRate: number
  weightDecay: number
  /** Dropout rates of words, and of inputs and units. */
  wordDropout: number
  dropout: number
  /** Number of sentences per batch. */
  batchSize: number
}

/** Number of steps until the learning rate reaches its full value. */
const WARM_UP_STEPS = 100
/** Share of the learning rate at the last step. The rate decreases linearly. */
const LAST_RATE_SHARE = 0.05
/** Approximate number of names per batch. The summed loss is divided by it. */
const NAMES_PER_BATCH = 40

function initialize(
  { index, vectors }: Vocabulary,
  weightDecay: number,
  random: () => number,
): TrainableNetwork {
  return {
    vocabulary: index,
    words: wordLayer(vectors, weightDecay, random),
    biases: parameters(FILTERS, 0, 0, random),
    nouns: parameters(DIMENSIONS * NOUN_COLUMNS, 1 / Math.sqrt(DIMENSIONS), weightDecay, random),
    hidden: parameters(HIDDEN * INPUTS, Math.sqrt(2 / INPUTS), weightDecay, random),
    hiddenBiases: parameters(HIDDEN, 0, 0, random),
    outputs: parameters(2 * HIDDEN, 1 / Math.sqrt(HIDDEN), weightDecay, random),
    outputBiases: parameters(2, 0, 0, random),
  }
}

/** Trains the network on the sentences of texts. The same texts and settings always result in the same network. */
export function fitNetwork(
  texts: readonly PreparedText[],
  vocabulary: Vocabulary,
  { epochs, learningRate, weightDecay, wordDropout, dropout, batchSize }: NetworkSettings,
): Network {
  const targetSentences = texts.flatMap((text) => text.targetSentences)
  const random = seeded(11)
  const trainable = initialize(vocabulary, weightDecay, random)
  const { words, biases, nouns, hidden, hiddenBiases, outputs, outputBiases } = trainable
  const { inner, outer, specials } = words
  const learned = [inner, outer, specials, biases, nouns, hidden, hiddenBiases, outputs, outputBiases]
  const dropouts = { words: wordDropout, units: dropout, random }
  const order = Int32Array.from(targetSentences, (_, index) => index)
  const steps = epochs * Math.ceil(order.length / batchSize)
  let step = 0
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random)
    for (let from = 0; from < order.length; from += batchSize) {
      for (const which of order.subarray(from, from + batchSize)) {
        const sentence = targetSentences[which]
        if (sentence)
          backpropagate(trainable, { ...sentence, weight: sentence.weight / NAMES_PER_BATCH }, dropouts)
      }
      endBatch(words)
      step += 1
      adamStep(
        learned,
        learningRate * Math.min(1, step / WARM_UP_STEPS) * (1 - ((1 - LAST_RATE_SHARE) * step) / steps),
        step,
      )
    }
  }
  return quantizeNetwork(trainable, vocabulary, texts)
}

function quantizeNetwork(
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
  const { rows, scales } = quantizeRows(numbers, FILTERS)
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
  } = quantizeRows(nounNumbers, 1)
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
 * Quantizes numbers to signed bytes, clipping the largest 0.05 %. Numbers at the same position modulo `kinds` share a
 * scale.
 */
function quantizeRows(numbers: Float32Array, kinds: number): { rows: Int8Array; scales: Float64Array } {
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
