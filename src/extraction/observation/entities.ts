import type { EntityObservation, Mention, Recommendation, TrackedEntity } from '../foundation/observation.ts'
import { summarize } from '../opinions/sentiment/sentiment.ts'
import type { EntityStance } from '../stance/classify-entity.ts'

/** The recommendation of an entity that the answer does not mention. */
const NO_RECOMMENDATION: Recommendation = {
  recommended: false,
  strength: null,
  probability: null,
  reason: null,
  rank: null,
  rankProbability: null,
  listSize: null,
  evidence: null,
}

/**
 * Returns the observation of each tracked entity, from its mentions and its stance (null without a mention that is not
 * denied). All offsets refer to the text of the mentions.
 */
export function observeEntities(
  entities: readonly TrackedEntity[],
  mentions: readonly Mention[],
  stances: readonly (EntityStance | null)[],
): EntityObservation[] {
  const affirmed: Mention[][] = entities.map(() => [])
  const positions = new Map<number, number>()
  const denied = new Set<number>()
  for (const mention of mentions) {
    if (mention.denied) {
      denied.add(mention.entity)
      continue
    }
    affirmed[mention.entity]?.push(mention)
    if (!positions.has(mention.entity)) positions.set(mention.entity, positions.size + 1)
  }
  return entities.map(({ name }, index): EntityObservation => {
    const entityMentions = affirmed[index] ?? []
    const {
      label = null,
      score = null,
      probability = null,
      recommendation = NO_RECOMMENDATION,
    } = stances[index] ?? {}
    return {
      name,
      mentioned: entityMentions.length > 0,
      denied: entityMentions.length === 0 && denied.has(index),
      mentionCount: entityMentions.length,
      firstOffset: entityMentions[0]?.start ?? null,
      position: positions.get(index) ?? null,
      sentiment: { ...summarize(entityMentions), label, score, probability },
      recommendation,
    }
  })
}
