import type { Mention } from '../foundation/observation.ts'
import type { FoundName } from '../names/mentions.ts'
import type { NameOpinions } from '../opinions/name-opinions.ts'
import { labelOf } from '../opinions/sentiment/sentiment.ts'

/**
 * Returns the mentions of the first `count` entities in text order. A mention of a product is copied to each brand in
 * its name.
 */
export function observeMentions(
  names: readonly FoundName[],
  { denied, scores, evidence }: NameOpinions,
  count: number,
): Mention[] {
  return names.flatMap((name, index) => {
    const score = scores[index] ?? 0
    return [name, ...(name.parts ?? [])]
      .filter(({ entity }) => entity < count)
      .map(
        ({ entity, start, end }): Mention => ({
          entity,
          start,
          end,
          denied: denied.has(index),
          sentiment: labelOf(score),
          score,
          evidence: evidence[index] ?? { start, end },
        }),
      )
  })
}
