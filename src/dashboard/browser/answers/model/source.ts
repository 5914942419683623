/** A run or a one-off analysis with answers. The id may be the global id or the database id. */
export type AnswerSource = { kind: 'run'; id: string } | { kind: 'analysis'; id: string }

/** A brand that answers are analyzed for: the own brand with the id `brand`, or a competitor. */
export interface Entity {
  id: string
  name: string
}
