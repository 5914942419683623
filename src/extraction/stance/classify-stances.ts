import type { AnswerKind } from '../foundation/observation.ts'
import type { AnswerDocument } from './answer-document.ts'
import { classifyEntity, type EntityStance } from './classify-entity.ts'
import { classifyKind } from './classify-kind.ts'
import type { EntityMentions } from './entity-mentions.ts'

/** The kind of an answer and its stance toward each entity. */
export interface AnswerStances {
  kind: AnswerKind
  /** Probability that the kind is right, 0…1. */
  kindProbability: number
  /** Null for an entity without a mention. */
  tracked: (EntityStance | null)[]
  untracked: EntityStance[]
}

/** Classifies an answer and its stance toward tracked and untracked entities, with the same model for both. */
export function classifyStances(
  answer: AnswerDocument,
  tracked: readonly EntityMentions[],
  untracked: readonly EntityMentions[],
): AnswerStances {
  const { kind, probability } = classifyKind(answer)
  return {
    kind,
    kindProbability: probability,
    tracked: tracked.map((mentions) => (mentions.spans.length > 0 ? classifyEntity(answer, mentions) : null)),
    untracked: untracked.map((mentions) => classifyEntity(answer, mentions)),
  }
}
