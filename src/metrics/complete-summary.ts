import type { Summary } from './definitions.ts'
import { METRICS_VERSION } from './definitions.ts'
import { summarize } from './summarize.ts'

/**
 * A stored summary with the fields that its version lacked: rates over 0 answers, otherwise null. Its `metricsVersion` says which
 * version it is; 0 for those stored before there were versions.
 */
export function completeSummary(stored: Summary): Summary {
  if (stored.metricsVersion === METRICS_VERSION) return stored
  const { entities, ...nothing } = summarize({ entities: stored.entities, prompts: [], answers: [] })
  const unversioned = { ...nothing, metricsVersion: 0 }
  return {
    ...unversioned,
    ...stored,
    prominence: { ...nothing.prominence, ...stored.prominence },
    entities: stored.entities.map((entity, index) => ({
      ...entities[index],
      ...entity,
      prominence: { ...nothing.prominence, ...entity.prominence },
    })),
  }
}
