import { extract } from '../../src/extraction/extract.ts'
import type { EntityObservation } from '../../src/extraction/foundation/observation.ts'
import type { NamedAnswer } from './named-answers.ts'

function labelsOf(entity: EntityObservation | undefined): string {
  const { strength, rank } = entity?.recommendation ?? {}
  return JSON.stringify([entity?.sentiment.label, strength, rank])
}

/** Returns the share of names whose sentiment, strength or rank changes when no other name is tracked. */
export function shareChangedAlone(answers: readonly NamedAnswer[]): number {
  let all = 0
  let changed = 0
  for (const { text, names } of answers) {
    const { entities } = extract({ text, entities: names })
    names.forEach((name, index) => {
      const together = entities[index]
      if (!together?.mentioned) return
      const [alone] = extract({ text, entities: [name] }).entities
      all += 1
      if (labelsOf(alone) !== labelsOf(together)) changed += 1
    })
  }
  return changed / Math.max(1, all)
}
