import {
  FILTERS,
  HIDDEN,
  INPUTS,
  NOUN_COLUMNS,
  NOUN_OFFSET,
  poolingWeight,
  SPECIAL,
} from '../src/extraction/opinions/sentiment/network.ts'
import { rowOf, type WordIndex } from '../src/extraction/text/word-index.ts'
import type { Target, TargetSentence } from './examples.ts'
import type { Parameters } from './parameters.ts'
import { DIMENSIONS } from './vectors.ts'
import { rowOffset, type WordLayer } from './word-layer.ts'

/** The network during training: the vocabulary and all learned parameters. */
export interface TrainableNetwork {
  vocabulary: WordIndex
  words: WordLayer
  biases: Parameters
  nouns: Parameters
  hidden: Parameters
  hiddenBiases: Parameters
  outputs: Parameters
  outputBiases: Parameters
}

/** Dropout rates of words, and of inputs and hidden units. */
export interface Dropout {
  words: number
  units: number
  random: () => number
}

/** Filter activations in a sentence, with the data for the backward pass. */
interface Activations {
  /** Offset of each token's row, plus one element before the first and one after the last token. */
  offsets: Int32Array
  values: Float32Array
  sums: Float64Array
  maxima: Float32Array
  /** Token with the maximum of each filter; −1 if the filter is inactive. */
  maximaAt: Int32Array
}

/** Weight of the soft label, for targets that also have one. */
const SOFT_LABEL_SHARE = 0.7
const NEIGHBORS = 3

/** Runs the forward pass of the convolution with word dropout. */
function convolve({ words, biases }: TrainableNetwork, tokens: Int32Array, dropout: Dropout): Activations {
  const { length } = tokens
  const offsets = new Int32Array(length + 2).fill(rowOffset(words, SPECIAL.edge))
  tokens.forEach((word, at) => {
    const hidden = word !== SPECIAL.name && dropout.random() < dropout.words
    offsets[at + 1] = rowOffset(words, hidden ? SPECIAL.unknown : word)
  })
  const values = new Float32Array(length * FILTERS)
  const sums = new Float64Array((length + 1) * FILTERS)
  const maxima = new Float32Array(FILTERS)
  const maximaAt = new Int32Array(FILTERS).fill(-1)
  for (let at = 0; at < length; at += 1) {
    for (let filter = 0; filter < FILTERS; filter += 1) {
      let sum = biases.values[filter] ?? 0
      for (let side = 0; side < NEIGHBORS; side += 1)
        sum += words.rows[(offsets[at + side] ?? 0) + side * FILTERS + filter] ?? 0
      const value = Math.max(0, sum)
      values[at * FILTERS + filter] = value
      sums[(at + 1) * FILTERS + filter] = (sums[at * FILTERS + filter] ?? 0) + value
      if (value > (maxima[filter] ?? 0)) {
        maxima[filter] = value
        maximaAt[filter] = at
      }
    }
  }
  return { offsets, values, sums, maxima, maximaAt }
}

/** Returns the offset of a noun's vector, given the noun's hash. Negative if the noun has no vector. */
export function vectorOf(vocabulary: WordIndex, noun: number): number {
  return rowOf(vocabulary, noun) * DIMENSIONS
}

/** Returns the inputs of the hidden layer for one target. */
function readInputs(
  { vocabulary, words, nouns }: TrainableNetwork,
  { sums, maxima }: Activations,
  target: Target,
): Float32Array {
  const inputs = new Float32Array(INPUTS)
  let input = 0
  for (const [from, to] of target.ranges) {
    const share = poolingWeight(from, to)
    for (let filter = 0; filter < FILTERS; filter += 1) {
      if (share > 0)
        inputs[input] = ((sums[to * FILTERS + filter] ?? 0) - (sums[from * FILTERS + filter] ?? 0)) * share
      input += 1
    }
  }
  inputs.set(maxima, input)
  inputs[NOUN_OFFSET - 2] = target.opinion
  if (target.noun === 0) return inputs
  inputs[NOUN_OFFSET - 1] = 1
  const vector = vectorOf(vocabulary, target.noun)
  if (vector < 0) return inputs
  for (let column = 0; column < NOUN_COLUMNS; column += 1) {
    let sum = 0
    for (let at = 0; at < DIMENSIONS; at += 1)
      sum += (words.vectors[vector + at] ?? 0) * (nouns.values[at * NOUN_COLUMNS + column] ?? 0)
    inputs[NOUN_OFFSET + column] = sum
  }
  return inputs
}

/** Returns the factors for inverted dropout: 0 for a dropped unit, otherwise the factor that keeps the expected sum. */
function keep(length: number, { units, random }: Dropout): Float32Array {
  return Float32Array.from({ length }, () => (random() < units ? 0 : 1 / (1 - units)))
}

/** Returns the probabilities of positive and negative for their logits; the logit of neutral is 0. */
export function softmax(positive: number, negative: number): [positive: number, negative: number] {
  const highest = Math.max(positive, negative, 0)
  const likePositive = Math.exp(positive - highest)
  const likeNegative = Math.exp(negative - highest)
  const all = likePositive + likeNegative + Math.exp(-highest)
  return [likePositive / all, likeNegative / all]
}

/** Returns the target probabilities: the one-hot label, mixed with the soft label if there is one. */
function expectedOf({ label, softLabel }: Target): [positive: number, negative: number] {
  const positive = label === 'positive' ? 1 : 0
  const negative = label === 'negative' ? 1 : 0
  if (!softLabel) return [positive, negative]
  const labelShare = 1 - SOFT_LABEL_SHARE
  return [
    labelShare * positive + SOFT_LABEL_SHARE * softLabel[0],
    labelShare * negative + SOFT_LABEL_SHARE * softLabel[1],
  ]
}

function add(to: Float32Array | Float64Array, at: number, value: number): void {
  to[at] = (to[at] ?? 0) + value
}

/** Adds the cross-entropy gradients of one target to the upper layers. Returns the gradients of their inputs. */
function backpropagateTarget(
  trainable: TrainableNetwork,
  inputs: Float32Array,
  target: Target,
  weight: number,
  dropout: Dropout,
): Float32Array {
  const { hidden, hiddenBiases, outputs, outputBiases } = trainable
  const kept = keep(INPUTS, dropout)
  const keptUnits = keep(HIDDEN, dropout)
  for (let at = 0; at < INPUTS; at += 1) inputs[at] = (inputs[at] ?? 0) * (kept[at] ?? 0)
  const units = new Float32Array(HIDDEN)
  let positive = outputBiases.values[0] ?? 0
  let negative = outputBiases.values[1] ?? 0
  for (let unit = 0; unit < HIDDEN; unit += 1) {
    let sum = hiddenBiases.values[unit] ?? 0
    for (let at = 0; at < INPUTS; at += 1) sum += (hidden.values[unit * INPUTS + at] ?? 0) * (inputs[at] ?? 0)
    const value = Math.max(0, sum) * (keptUnits[unit] ?? 0)
    units[unit] = value
    positive += value * (outputs.values[unit] ?? 0)
    negative += value * (outputs.values[HIDDEN + unit] ?? 0)
  }
  const predicted = softmax(positive, negative)
  const expected = expectedOf(target)
  const positiveGradient = (predicted[0] - expected[0]) * weight
  const negativeGradient = (predicted[1] - expected[1]) * weight
  add(outputBiases.gradients, 0, positiveGradient)
  add(outputBiases.gradients, 1, negativeGradient)
  const gradients = new Float32Array(INPUTS)
  for (let unit = 0; unit < HIDDEN; unit += 1) {
    const value = units[unit] ?? 0
    if (value === 0) continue
    add(outputs.gradients, unit, positiveGradient * value)
    add(outputs.gradients, HIDDEN + unit, negativeGradient * value)
    const gradient =
      (positiveGradient * (outputs.values[unit] ?? 0) +
        negativeGradient * (outputs.values[HIDDEN + unit] ?? 0)) *
      (keptUnits[unit] ?? 0)
    add(hiddenBiases.gradients, unit, gradient)
    for (let at = 0; at < INPUTS; at += 1) {
      add(hidden.gradients, unit * INPUTS + at, gradient * (inputs[at] ?? 0))
      add(gradients, at, gradient * (hidden.values[unit * INPUTS + at] ?? 0))
    }
  }
  for (let at = 0; at < INPUTS; at += 1) gradients[at] = (gradients[at] ?? 0) * (kept[at] ?? 0)
  return gradients
}

function backpropagateNoun(
  { vocabulary, words, nouns }: TrainableNetwork,
  noun: number,
  gradients: Float32Array,
): void {
  const vector = noun === 0 ? -1 : vectorOf(vocabulary, noun)
  if (vector < 0) return
  for (let at = 0; at < DIMENSIONS; at += 1)
    for (let column = 0; column < NOUN_COLUMNS; column += 1)
      add(
        nouns.gradients,
        at * NOUN_COLUMNS + column,
        (words.vectors[vector + at] ?? 0) * (gradients[NOUN_OFFSET + column] ?? 0),
      )
}

/** Adds the gradients of the loss over all targets in a sentence to the parameters. */
export function backpropagate(
  trainable: TrainableNetwork,
  { rows, targets, weight }: TargetSentence,
  dropout: Dropout,
): void {
  const activations = convolve(trainable, rows, dropout)
  const { length } = rows
  // The gradient of a prefix sum applies to every preceding token.
  const steps = new Float64Array((length + 1) * FILTERS)
  const maxima = new Float64Array(FILTERS)
  for (const target of targets) {
    const gradients = backpropagateTarget(
      trainable,
      readInputs(trainable, activations, target),
      target,
      weight,
      dropout,
    )
    backpropagateNoun(trainable, target.noun, gradients)
    let input = 0
    for (const [from, to] of target.ranges) {
      const share = poolingWeight(from, to)
      for (let filter = 0; filter < FILTERS; filter += 1) {
        const gradient = (gradients[input] ?? 0) * share
        add(steps, from * FILTERS + filter, gradient)
        add(steps, to * FILTERS + filter, -gradient)
        input += 1
      }
    }
    for (let filter = 0; filter < FILTERS; filter += 1) add(maxima, filter, gradients[input + filter] ?? 0)
  }
  const { words, biases } = trainable
  const sums = new Float64Array(FILTERS)
  for (let at = 0; at < length; at += 1) {
    for (let filter = 0; filter < FILTERS; filter += 1) {
      add(sums, filter, steps[at * FILTERS + filter] ?? 0)
      if (activations.values[at * FILTERS + filter] === 0) continue
      const gradient = (sums[filter] ?? 0) + (activations.maximaAt[filter] === at ? (maxima[filter] ?? 0) : 0)
      add(biases.gradients, filter, gradient)
      for (let side = 0; side < NEIGHBORS; side += 1)
        add(words.gradients, (activations.offsets[at + side] ?? 0) + side * FILTERS + filter, gradient)
    }
  }
}
