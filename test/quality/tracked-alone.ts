import { extract } from '../../src/extraction/extract.ts'
import type { EntityObservation } from '../../src/extraction/observation.ts'
import type { NamedAnswer } from './named-answers.ts'

function labelsOf(found: EntityObservation | undefined): string {
  const { strength, rank } = found?.recommendation ?? {}
  return JSON.stringify([found?.sentiment.label, strength, rank])
}

/** The share of names, 0…1, whose sentiment, strength or rank is another when no other name of the answer is tracked. */
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
