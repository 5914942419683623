import {
  addNetworkLogits,
  convolve,
  createActivations,
  type Network,
} from '../src/extraction/opinions/sentiment/network.ts'
import { rowOf } from '../src/extraction/text/word-index.ts'
import { softmax } from './backpropagation.ts'
import type { PreparedText, TargetSentence } from './examples.ts'

/** Returns the sentence with soft labels. */
function distillSentence(
  { rows, targets, weight }: TargetSentence,
  networks: readonly Network[],
): TargetSentence {
  const logits = targets.map(() => new Float64Array(2))
  const activations = createActivations(rows.length)
  for (const network of networks) {
    convolve(network, rows, activations)
    targets.forEach(({ ranges, opinion, noun }, index) => {
      const into = logits[index]
      if (into) addNetworkLogits(network, activations, ranges, opinion, rowOf(network.nouns, noun), into, 0)
    })
  }
  return {
    rows,
    weight,
    targets: targets.map((target, index) => {
      const [positive = 0, negative = 0] = logits[index] ?? []
      return { ...target, softLabel: softmax(positive / networks.length, negative / networks.length) }
    }),
  }
}

/**
 * Adds a soft label to each target: the probabilities from the mean logits of several networks. A network that is also
 * trained on soft labels depends less on its random initialization (knowledge distillation: Hinton, Vinyals & Dean
 * 2015, https://arxiv.org/abs/1503.02531).
 */
export function addSoftLabels(texts: readonly PreparedText[], networks: readonly Network[]): PreparedText[] {
  return texts.map((text) => ({
    ...text,
    targetSentences: text.targetSentences.map((sentence) => distillSentence(sentence, networks)),
  }))
}
