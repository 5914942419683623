import { analysisDefinition, runDefinition } from '../core/batches/definition.ts'
import type { BatchRecord } from '../core/batches/row.ts'
import { discoveredBrandDefinition } from '../core/discovered-brands/definition.ts'
import { promptDefinition } from '../core/prompts/definition.ts'
import { providerDefinition } from '../core/providers/definition.ts'
import { resultDefinition } from '../core/results/definition.ts'
import type { ResultRecord } from '../core/results/read.ts'
import { trendPointDefinition } from '../core/trends/definition.ts'
import { serializer } from '../definitions/serializer.ts'
import { trackedBrandSchema } from './schemas/discovered-brands.ts'
import { competitorSchema, ownProjectSchema, projectSchema } from './schemas/project.ts'
import { settingsSchema } from './schemas/settings.ts'

const whole = serializer(resultDefinition)
const withAnswer = serializer(resultDefinition, { omit: ['raw'] })
const plain = serializer(resultDefinition, { omit: ['answer', 'raw'] })

/** A result as REST shows it. `answer` and `raw` are left out unless included; everything else is there or null. */
export function showResult(
  record: ResultRecord,
  { answer = false, raw = false }: { answer?: boolean; raw?: boolean } = {},
): Record<string, unknown> {
  if (raw) return whole(record)
  return answer ? withAnswer(record) : plain(record)
}

/** A trend point as REST shows it. */
export const showTrendPoint = serializer(trendPointDefinition)

const run = serializer(runDefinition)

/** A run as REST shows it. */
export function showRun(record: BatchRecord): Record<string, unknown> {
  // Only async analyses are started otherwise.
  return run({ ...record, trigger: record.trigger === 'manual' ? 'manual' : 'schedule' })
}

const unfinishedAnalysis = serializer(analysisDefinition, { omit: ['credits', 'summary'] })
const endedAnalysis = serializer(analysisDefinition)
// Only runs are without the id.
const withId = (record: BatchRecord) => ({ ...record, analysisId: record.analysisId ?? '' })

/** An async analysis as REST shows it before its end. */
export function showAnalysis(record: BatchRecord): Record<string, unknown> {
  return unfinishedAnalysis(withId(record))
}

/** An async analysis as REST shows it after its end, but for its results. */
export function showEndedAnalysis(record: BatchRecord): Record<string, unknown> {
  return endedAnalysis(withId(record))
}

/** A prompt as REST shows it. */
export const showPrompt = serializer(promptDefinition)

/** A competitor as REST shows it. */
export const showCompetitor = serializer(competitorSchema)

/** Prompts, competitors and schedule of a project as REST shows them. */
export const showSettings = serializer(settingsSchema)

/** A project as REST shows it where it is created and changed. */
export const showProject = serializer(projectSchema)

/** A project as GET /project shows it. */
export const showOwnProject = serializer(ownProjectSchema)

/** A discovered brand as REST shows it. */
export const showDiscoveredBrand = serializer(discoveredBrandDefinition)

/** What came of tracking a brand as REST shows it. */
export const showTrackedBrand = serializer(trackedBrandSchema)

/** A provider as REST shows it. */
export const showProvider = serializer(providerDefinition)
