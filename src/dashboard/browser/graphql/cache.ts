import { POSSIBLE_TYPES } from 'virtual:schema'
import { type Cache, cacheExchange, type KeyGenerator } from '@urql/exchange-graphcache'
import type { Exchange } from 'urql'

/** Objects with an `id` are cached once. All others belong to their parent object. */
const keys = new Proxy<Record<string, KeyGenerator>>(
  {},
  { get: () => (data: { id?: unknown }) => (typeof data.id === 'string' ? data.id : null) },
)

/**
 * Fields to invalidate after each mutation, because their lists may have changed. A mutation must not select one of its
 * own fields here; they are invalidated before its result is read.
 */
const CHANGED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  triggerRun: ['runs', 'latestRun', 'schedule', 'nextManualRunAt'],
  startAsyncAnalysis: ['asyncAnalyses', 'credits', 'creditEntries'],
  cancelAsyncAnalysis: ['credits', 'creditEntries'],
  createPrompt: ['prompts', 'tags', 'promptSuggestions'],
  changePrompts: ['prompts', 'tags', 'promptSuggestions'],
  updatePrompt: ['prompts', 'tags'],
  deletePrompt: ['prompts', 'tags'],
  setPromptTags: ['prompts', 'tags'],
  changePromptTags: ['prompts', 'tags'],
  updateSettings: ['prompts', 'competitors', 'schedule', 'discoveredBrands'],
  setCompetitors: ['competitors', 'discoveredBrands'],
  decideProposal: ['proposals', 'competitors', 'discoveredBrands', 'prompts'],
  retrySetup: ['proposals', 'setup'],
  saveProviderCredential: ['defaultProviders'],
  deleteProviderCredential: ['defaultProviders'],
  createApiKey: ['keys'],
  revokeApiKey: ['keys'],
  inviteMember: ['invitations'],
  revokeInvitation: ['invitations'],
  removeMember: ['members'],
  setMemberRole: ['permissions'],
  markAlertsRead: ['alerts'],
  muteAlerts: ['alertMutes'],
  createWebhook: ['webhooks'],
  testWebhook: ['webhookDeliveries'],
  deleteWebhook: ['webhooks', 'webhookDeliveries'],
  redeliverWebhook: ['webhookDeliveries'],
  rotateWebhookSecret: ['webhookSecret'],
  setReportSchedule: ['reportSchedule'],
  sendTestReport: ['reportDeliveries'],
  createShareLink: ['shareLinks'],
  setBranding: ['branding'],
  createProject: ['projects'],
  deleteProject: ['projects'],
  reextractRun: ['reextractions', 'latestReextraction'],
  reextractProject: ['reextractions', 'latestReextraction'],
  trackDiscoveredBrand: ['competitors', 'discoveredBrands', 'latestReextraction', 'reextractions'],
  addFact: ['facts', 'factCheck'],
  updateFact: ['facts', 'factCheck'],
  removeFact: ['facts', 'factCheck'],
  correctLabels: ['correctionRates', 'uncertainLabels', 'results'],
  removeCorrection: ['correctionRates', 'uncertainLabels', 'results'],
  dismissDiscoveredBrand: ['discoveredBrands'],
  updateOpportunity: ['opportunities'],
  dismissPromptSuggestion: ['promptSuggestions'],
  endSession: ['sessions'],
  endOtherSessions: ['sessions'],
}

/** Fields affected by each changed part of a project. */
const FIELDS_OF_PART: Readonly<Record<string, readonly string[]>> = {
  ALERTS: ['alerts'],
  ALERT_RULES: ['alertRules', 'alertMutes'],
  COMPETITORS: ['competitors', 'discoveredBrands', 'proposals'],
  DISCOVERED_BRANDS: ['discoveredBrands'],
  FACTS: ['facts', 'factCheck'],
  OPPORTUNITIES: ['opportunities'],
  PROMPT_SUGGESTIONS: ['promptSuggestions'],
  PROJECT: [],
  PROMPTS: ['prompts', 'tags', 'proposals', 'promptSuggestions'],
  SCHEDULE: ['schedule'],
  SETUP: ['setup', 'proposals'],
}

/** Fields that depend on the results of a project's runs. */
const FIELDS_OF_RESULTS = [
  'latestRun',
  'runs',
  'nextManualRunAt',
  'trends',
  'sources',
  'sourceUrls',
  'discoveredBrands',
  'opportunities',
  'promptSuggestions',
  'prompts',
  'schedule',
  'results',
  'metrics',
  'uncertainLabels',
]

/** Statuses that no longer change. */
const FINAL = ['COMPLETED', 'PARTIALLY_COMPLETED', 'FAILED', 'CANCELLED']

interface Activity {
  __typename: string
  parts?: readonly string[]
  run?: { status?: string; progress?: { completed?: number } }
  asyncAnalysis?: { status?: string }
  reextraction?: { status?: string }
}

/** Returns the fields that a project event makes outdated. The objects in the event itself are cached by id. */
function outdatedBy({ __typename, parts = [], run, asyncAnalysis, reextraction }: Activity): string[] {
  switch (__typename) {
    case 'ProjectChanged':
      return parts.flatMap((part) => FIELDS_OF_PART[part] ?? [])
    case 'RunChanged':
      if (run?.status === 'QUEUED') return ['runs', 'nextManualRunAt']
      return FINAL.includes(run?.status ?? '') ? FIELDS_OF_RESULTS : []
    case 'AsyncAnalysisChanged':
      if (asyncAnalysis?.status === 'QUEUED') return ['asyncAnalyses', 'credits', 'creditEntries']
      return FINAL.includes(asyncAnalysis?.status ?? '')
        ? ['asyncAnalyses', 'credits', 'creditEntries', 'results', 'metrics']
        : []
    case 'ReextractionChanged':
      return FINAL.includes(reextraction?.status ?? '') ? [...FIELDS_OF_RESULTS, 'latestReextraction'] : []
    default:
      return []
  }
}

/** Invalidates these fields wherever they are cached, so that the next read asks the server. */
function forgetFields(cache: Cache, names: readonly string[]): void {
  for (const entity of holders(cache)) {
    for (const { fieldName, fieldKey } of cache.inspectFields(entity)) {
      if (names.includes(fieldName)) cache.invalidate(entity, fieldKey)
    }
  }
}

/** Returns the cached objects that hold lists: projects, organizations and the viewer. */
function holders(cache: Cache): string[] {
  const entities = new Set<string>()
  for (const { fieldKey } of cache.inspectFields('Query')) {
    const target = cache.resolve('Query', fieldKey)
    if (typeof target !== 'string') continue
    entities.add(target)
    for (const { fieldKey: inner } of cache.inspectFields(target)) {
      const next = cache.resolve(target, inner)
      if (typeof next === 'string') entities.add(next)
    }
  }
  return [...entities]
}

/** Creates the normalized cache for one organization's data. */
export function createCache(): Exchange {
  return cacheExchange({
    keys,
    possibleTypes: POSSIBLE_TYPES,
    updates: {
      Mutation: Object.fromEntries(
        Object.entries(CHANGED_FIELDS).map(([mutation, names]) => [
          mutation,
          (_: unknown, __: unknown, cache: Cache) => forgetFields(cache, names),
        ]),
      ),
      Subscription: {
        projectActivity: ({ projectActivity }: { projectActivity?: unknown }, _, cache) => {
          // The layout's subscription selects exactly these fields.
          forgetFields(cache, outdatedBy(projectActivity as Activity))
        },
      },
    },
  })
}
