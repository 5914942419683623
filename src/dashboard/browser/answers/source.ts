/** Where answers come from: a run or a one-off analysis, by either form of its id. */
export type AnswerSource = { kind: 'run'; id: string } | { kind: 'analysis'; id: string }

/** A brand that answers are searched for: the analysis brand with the id `brand`, or a competitor. */
export interface Entity {
  id: string
  name: string
}
