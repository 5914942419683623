import { POSSIBLE_TYPES } from 'virtual:schema'
import { type Cache, cacheExchange, type KeyGenerator } from '@urql/exchange-graphcache'
import type { Exchange } from 'urql'

/** Objects with an `id` are stored once, whichever list they came in; all others belong to the object that holds them. */
const keys = new Proxy<Record<string, KeyGenerator>>(
  {},
  { get: () => (data: { id?: unknown }) => (typeof data.id === 'string' ? data.id : null) },
)

/**
 * Mutations after which lists of the organization or the project may hold other things, and the fields to be asked again. A
 * mutation must not ask for one of its own fields here: they are forgotten before its result is read.
 */
const CHANGED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  triggerRun: ['runs', 'latestRun', 'schedule', 'nextManualRunAt'],
  startAsyncAnalysis: ['asyncAnalyses', 'credits', 'creditEntries'],
  cancelAsyncAnalysis: ['credits', 'creditEntries'],
  createPrompt: ['prompts', 'tags'],
  changePrompts: ['prompts', 'tags'],
  updatePrompt: ['prompts', 'tags'],
  deletePrompt: ['prompts', 'tags'],
  setPromptTags: ['prompts', 'tags'],
  changePromptTags: ['prompts', 'tags'],
  updateSettings: ['prompts', 'competitors', 'schedule', 'discoveredBrands'],
  setCompetitors: ['competitors', 'discoveredBrands'],
  decideProposal: ['proposals', 'competitors', 'discoveredBrands', 'prompts'],
  retrySetup: ['proposals', 'setup'],
  createApiKey: ['keys'],
  revokeApiKey: ['keys'],
  inviteMember: ['invitations'],
  revokeInvitation: ['invitations'],
  removeMember: ['members'],
  setMemberRole: ['permissions'],
  redeliverWebhook: ['webhookDeliveries'],
  rotateWebhookSecret: ['webhookSecret'],
  createProject: ['projects'],
  deleteProject: ['projects'],
  reextractRun: ['reextractions', 'latestReextraction'],
  reextractProject: ['reextractions', 'latestReextraction'],
  trackDiscoveredBrand: ['competitors', 'discoveredBrands', 'latestReextraction', 'reextractions'],
  dismissDiscoveredBrand: ['discoveredBrands'],
  endSession: ['sessions'],
  endOtherSessions: ['sessions'],
}

/** What a part of a project that has changed is read as. */
const FIELDS_OF_PART: Readonly<Record<string, readonly string[]>> = {
  COMPETITORS: ['competitors', 'discoveredBrands', 'proposals'],
  DISCOVERED_BRANDS: ['discoveredBrands'],
  PROJECT: [],
  PROMPTS: ['prompts', 'tags', 'proposals'],
  SCHEDULE: ['schedule'],
  SETUP: ['setup', 'proposals'],
}

/** What depends on the results of a project's runs. */
const FIELDS_OF_RESULTS = [
  'latestRun',
  'runs',
  'nextManualRunAt',
  'trends',
  'sources',
  'sourceUrls',
  'discoveredBrands',
  'prompts',
  'schedule',
  'results',
  'metrics',
]

/** Statuses that do not change any more. */
const FINAL = ['COMPLETED', 'PARTIALLY_COMPLETED', 'FAILED', 'CANCELLED']

interface Activity {
  __typename: string
  parts?: readonly string[]
  run?: { status?: string; progress?: { completed?: number } }
  asyncAnalysis?: { status?: string }
  reextraction?: { status?: string }
}

/** The fields that an event of a project has made out of date; the objects that it carries are stored by their ids. */
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

/** Makes the next reading of these fields ask the server, wherever they are. */
function forgetFields(cache: Cache, names: readonly string[]): void {
  for (const entity of holders(cache)) {
    for (const { fieldName, fieldKey } of cache.inspectFields(entity)) {
      if (names.includes(fieldName)) cache.invalidate(entity, fieldKey)
    }
  }
}

/** The objects that hold lists: the projects and organizations that were read, and the viewer. */
function holders(cache: Cache): string[] {
  const found = new Set<string>()
  for (const { fieldKey } of cache.inspectFields('Query')) {
    const target = cache.resolve('Query', fieldKey)
    if (typeof target !== 'string') continue
    found.add(target)
    for (const { fieldKey: inner } of cache.inspectFields(target)) {
      const next = cache.resolve(target, inner)
      if (typeof next === 'string') found.add(next)
    }
  }
  return [...found]
}

/** The normalized cache of one organization's data. */
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
          // The frame's subscription asks for exactly these fields.
          forgetFields(cache, outdatedBy(projectActivity as Activity))
        },
      },
    },
  })
}
