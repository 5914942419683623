import { analysisDefinition, runDefinition } from '../../core/batches/definition.ts'
import type { BatchRecord } from '../../core/batches/row.ts'
import { brandingDefinition } from '../../core/branding/definition.ts'
import { discoveredBrandDefinition } from '../../core/discovered-brands/definition.ts'
import { factCheckDefinition, factDefinition } from '../../core/facts/definition.ts'
import { opportunityDefinition } from '../../core/opportunities/foundation/definition.ts'
import { organizationDefinition } from '../../core/organizations/definition.ts'
import { projectWebhookDefinition } from '../../core/project-webhooks/definition.ts'
import { promptSuggestionDefinition } from '../../core/prompt-suggestions/definition.ts'
import { promptDefinition } from '../../core/prompts/definition.ts'
import { providerDefinition } from '../../core/providers/definition.ts'
import { reportDeliveryDefinition, reportScheduleDefinition } from '../../core/report-schedules/definition.ts'
import { resultDefinition } from '../../core/results/definition.ts'
import type { ResultRecord } from '../../core/results/read.ts'
import { shareLinkDefinition } from '../../core/share-links/definition.ts'
import { sourceDefinition } from '../../core/sources/definition.ts'
import { brandThemesDefinition } from '../../core/themes/definition.ts'
import type { TrendPoint } from '../../core/trends/definition.ts'
import { deliveryDefinition } from '../../core/webhooks/definition.ts'
import { serializer } from '../../definitions/fields/serializer.ts'
import { alertRuleSchema, alertSchema, mutedAlertsSchema } from '../schemas/alert.ts'
import { trackedBrandSchema } from '../schemas/discovered-brands.ts'
import { competitorSchema, ownProjectSchema, projectSchema } from '../schemas/project.ts'
import { settingsSchema } from '../schemas/settings.ts'
import { trendPointSchema } from '../schemas/trend.ts'

const whole = serializer(resultDefinition)
const withAnswer = serializer(resultDefinition, { omit: ['raw'] })
const plain = serializer(resultDefinition, { omit: ['answer', 'raw'] })

/** Formats a result for REST. `answer` and `raw` are omitted unless included; all other fields are present or null. */
export function showResult(
  record: ResultRecord,
  { answer = false, raw = false }: { answer?: boolean; raw?: boolean } = {},
): Record<string, unknown> {
  if (raw) return whole(record)
  return answer ? withAnswer(record) : plain(record)
}

const compactPoint = serializer(trendPointSchema, { omit: ['entities'] })
const wholePoint = serializer(trendPointSchema)

/** Formats a trend point. Without `entities`, it contains only the figures of the brand. */
export function showTrendPoint(
  point: TrendPoint,
  { entities }: { entities: boolean },
): Record<string, unknown> {
  return entities
    ? wholePoint(point)
    : compactPoint({ ...point, changes: point.changes?.slice(0, 1) ?? null })
}

const run = serializer(runDefinition)

export function showRun(record: BatchRecord): Record<string, unknown> {
  // All runs are manual or scheduled; only async analyses have other triggers.
  return run({ ...record, trigger: record.trigger === 'manual' ? 'manual' : 'schedule' })
}

const unfinishedAnalysis = serializer(analysisDefinition, { omit: ['credits', 'summary'] })
const endedAnalysis = serializer(analysisDefinition)
// All async analyses have an `analysisId`; only runs do not.
const withId = (record: BatchRecord) => ({ ...record, analysisId: record.analysisId ?? '' })

/** Formats an async analysis that has not ended. */
export function showAnalysis(record: BatchRecord): Record<string, unknown> {
  return unfinishedAnalysis(withId(record))
}

const analysisState = serializer(analysisDefinition, { omit: ['summary'] })

/** Formats an async analysis in any state, without its metrics and results. */
export function showAnalysisState(record: BatchRecord): Record<string, unknown> {
  return analysisState(withId(record))
}

/** Formats an async analysis that has ended, without its results. */
export function showEndedAnalysis(record: BatchRecord): Record<string, unknown> {
  return endedAnalysis(withId(record))
}

export const showPrompt = serializer(promptDefinition)

export const showCompetitor = serializer(competitorSchema)

export const showSettings = serializer(settingsSchema)

/** Formats a project for the endpoints that create and update it. */
export const showProject = serializer(projectSchema)

/** Formats a project for GET /project. */
export const showOwnProject = serializer(ownProjectSchema)

export const showDiscoveredBrand = serializer(discoveredBrandDefinition)

export const showBrandThemes = serializer(brandThemesDefinition)
export const showPromptSuggestion = serializer(promptSuggestionDefinition)

export const showOpportunity = serializer(opportunityDefinition)

export const showTrackedBrand = serializer(trackedBrandSchema)

export const showProvider = serializer(providerDefinition)

export const showOrganization = serializer(organizationDefinition)

export const showSource = serializer(sourceDefinition)

export const showAlert = serializer(alertSchema)

export const showAlertRule = serializer(alertRuleSchema)

export const showMutedAlerts = serializer(mutedAlertsSchema)

export const showDelivery = serializer(deliveryDefinition)

export const showFact = serializer(factDefinition)
export const showFactCheck = serializer(factCheckDefinition)
export const showWebhook = serializer(projectWebhookDefinition)

export const showReportSchedule = serializer(reportScheduleDefinition)
export const showReportDelivery = serializer(reportDeliveryDefinition)
export const showShareLink = serializer(shareLinkDefinition)
export const showBranding = serializer(brandingDefinition)
