import type { Prediction } from './calibration.ts'

/** A label that was predicted by a model that did not see the answer in training. */
export interface LabelPrediction extends Prediction {
  /** Id of the answer. */
  answer: string
  /** Null for a label of the whole answer. */
  name: string | null
  label: string
  predicted: string
}

/** A wrong prediction, without the text of the answer. */
export type WorstCase = Pick<LabelPrediction, 'answer' | 'name' | 'predicted' | 'probability'>

/** Number of cases per label. */
const CASES = 10

/** Returns the wrong predictions with the highest probabilities for each label. */
export function worstOf(predictions: readonly LabelPrediction[]): Record<string, WorstCase[]> {
  const worst: Record<string, WorstCase[]> = {}
  const wrong = predictions.filter(({ isRight }) => !isRight)
  for (const { label, answer, name, predicted, probability } of wrong.toSorted(
    (a, b) => b.probability - a.probability,
  )) {
    worst[label] ??= []
    if (worst[label].length < CASES) worst[label].push({ answer, name, predicted, probability })
  }
  return worst
}
