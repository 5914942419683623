import { METRICS_VERSION } from './definitions.ts'
import { type Summary, summarize } from './summarize.ts'

/**
 * A summary as it was stored, with what its version did not know yet: rates of nothing, null. Its `metricsVersion` tells; 0
 * where there were none.
 */
export function completeSummary(stored: Summary): Summary {
  if (stored.metricsVersion === METRICS_VERSION) return stored
  const { entities, ...nothing } = summarize({ entities: stored.entities, prompts: [], answers: [] })
  const unversioned = { ...nothing, metricsVersion: 0 }
  return {
    ...unversioned,
    ...stored,
    entities: stored.entities.map((entity, index) => ({ ...entities[index], ...entity })),
  }
}
