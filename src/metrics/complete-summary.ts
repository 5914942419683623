import type { Summary } from './definitions.ts'
import { METRICS_VERSION } from './definitions.ts'
import { summarize } from './summarize.ts'

/**
 * Fills a stored summary with the fields that its version lacked. Missing rates have a denominator of 0, other
 * missing fields are null. `metricsVersion` stays the version of the summary; it is 0 for summaries that were stored
 * before versions existed.
 */
export function completeSummary(stored: Summary): Summary {
  if (stored.metricsVersion === METRICS_VERSION) return stored
  const { entities, ...empty } = summarize({ entities: stored.entities, prompts: [], answers: [] })
  const unversioned = { ...empty, metricsVersion: 0 }
  return {
    ...unversioned,
    ...stored,
    prominence: { ...empty.prominence, ...stored.prominence },
    entities: stored.entities.map((entity, index) => ({
      ...entities[index],
      ...entity,
      prominence: { ...empty.prominence, ...entity.prominence },
    })),
  }
}
