import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql.ts'
import { ANSWER } from '../model/answer.ts'

/** Corrects or confirms the labels of a brand in an answer. */
export const CORRECT_LABELS = graphql(
  `
    mutation CorrectLabels($input: CorrectLabelsInput!) {
      correctLabels(input: $input) {
        result {
          ...Answer
        }
      }
    }
  `,
  [ANSWER],
)

/** Shows the labels of the analysis again. */
export const REMOVE_CORRECTION = graphql(
  `
    mutation RemoveCorrection($input: RemoveCorrectionInput!) {
      removeCorrection(input: $input) {
        result {
          ...Answer
        }
      }
    }
  `,
  [ANSWER],
)

/** The labels of a brand in an answer; null if the analysis read none. */
export interface Labels {
  sentiment: VariablesOf<typeof CORRECT_LABELS>['input']['sentiment']
  strength: VariablesOf<typeof CORRECT_LABELS>['input']['strength']
}

/** A brand whose labels a person checked, and what the analysis had read. */
export type Correction = NonNullable<ResultOf<typeof ANSWER>['corrections']>[number]
