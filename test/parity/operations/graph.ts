import { z } from 'zod'
import { analysisDefinition } from '../../../src/core/batches/definition.ts'
import {
  correctionRateDefinition,
  uncertainLabelDefinition,
} from '../../../src/core/corrections/definition.ts'
import { membershipDefinition } from '../../../src/core/members/memberships.ts'
import { organizationDefinition } from '../../../src/core/organizations/definition.ts'
import { promptTrendPointDefinition } from '../../../src/core/trends/prompt-trends.ts'
import { summaryDefinition } from '../../../src/metrics/definitions.ts'
import type { Caller, GraphqlForm, Objects, Operation } from '../operation.ts'
import { GRAPH_ONLY, query, rest, tool, wrong } from './entry-parts.ts'

const id = z.object({ id: z.uuid() })
const ids = z.array(id)

interface More {
  as?: Caller
  result?: z.ZodType
  wrongScope?: Operation['wrongScope']
}

/**
 * Returns an operation that reads a list or an object below `viewer`, which contains only the caller's organization.
 */
function ofViewer(
  name: string,
  verbs: readonly string[],
  path: readonly string[],
  {
    as = 'project key',
    result = ids,
    wrongScope = 'a caller who may not see it gets null or an empty list',
  }: More = {},
): Operation {
  return {
    ...GRAPH_ONLY,
    name,
    as,
    result,
    graphql: query(verbs, ['viewer', ...path]),
    wrongScope,
    otherTenant: "`viewer` contains only the caller's organization",
    badInput: 'it takes no input',
  }
}

/** Returns an operation that reads an object by its global id, or reads something below it. */
function ofNode(
  verbs: readonly string[],
  type: string,
  name: string,
  { as = 'project key', result = id, below = [] }: { as?: Caller; result?: z.ZodType; below?: string[] } = {},
): Operation {
  const input = (objects: Objects) => ({ [name]: objects[name] ?? '' })
  return {
    ...GRAPH_ONLY,
    name: below.length > 0 ? `read ${below.join(' ')} of ${type} by its id` : `read ${type} by its id`,
    as,
    input,
    result,
    graphql: query(verbs, ['node(id: $id)', `... on ${type}`, ...below], { names: { [name]: 'id' } }),
    wrongScope: 'it is null for a caller who may not see it',
    otherTenant: input,
    badInput: 'its input is an id',
  }
}

const FIRST_STATE = z.object({ status: z.string() })

function subscription(verb: string, field: string, name: string, result: z.ZodType = FIRST_STATE): Operation {
  const input = (objects: Objects) => ({ [name]: objects[name] ?? '' })
  const form: GraphqlForm = { kind: 'subscription', verbs: [verb], path: [`${field}(${name}: $${name})`] }
  return {
    ...GRAPH_ONLY,
    rest: { absent: 'REST clients poll instead' },
    name: `subscribe to ${field}`,
    as: 'project key',
    input,
    result,
    graphql: form,
    wrongScope: { as: 'organization key', code: 'PROJECT_SCOPED_KEY_REQUIRED' },
    otherTenant: input,
    badInput: 'its input is an id',
  }
}

const ADMIN_ONLY: Pick<Operation, 'as' | 'wrongScope'> = {
  as: 'admin',
  wrongScope: { as: 'admin key', code: 'FORBIDDEN' },
}

/** Queries and subscriptions that only GraphQL has. */
export const GRAPH_OPERATIONS: readonly Operation[] = [
  {
    ...ofViewer('read the organization', ['readOrganization'], ['organization'], {
      result: organizationDefinition,
    }),
    rest: rest('GET /v1/organization', 'readOrganization'),
    mcp: tool('get_credit_balance', ['readOrganization']),
  },
  ofViewer('read the signed-in member', ['readOwnMember'], ['member'], { as: 'admin', result: id }),
  ofViewer('list the sessions', ['listSessions', 'countSessions'], ['sessions'], { as: 'admin' }),
  ofViewer(
    'list the organizations of the member',
    ['listMemberships', 'countMemberships'],
    ['organizations'],
    {
      as: 'admin',
      result: z.array(membershipDefinition),
      wrongScope: { as: 'admin key', code: 'FORBIDDEN' },
    },
  ),
  ofViewer('list the projects', ['listProjects', 'countProjects'], ['organization', 'projects']),
  ofViewer(
    'list the invitations',
    ['listInvitations', 'countInvitations'],
    ['organization', 'invitations'],
    ADMIN_ONLY,
  ),
  ofViewer('list the audit log', ['listAuditEntries', 'countAuditEntries'], ['organization', 'auditLog'], {
    as: 'admin',
    wrongScope: { as: 'member', code: 'FORBIDDEN' },
  }),
  ofViewer(
    'list the credit ledger',
    ['listCreditEntries', 'countCreditEntries'],
    ['organization', 'creditEntries'],
    {
      as: 'organization key',
      wrongScope: { as: 'project key', code: 'FORBIDDEN' },
    },
  ),
  {
    ...ofViewer('list the async analyses', [], [], {
      as: 'organization key',
      result: z.array(analysisDefinition),
      wrongScope: 'each key sees its own analyses',
    }),
    input: () => ({ limit: 5 }),
    graphql: query(
      ['listAsyncAnalyses', 'countAsyncAnalyses'],
      ['viewer', 'organization', 'asyncAnalyses(first: $first)'],
      { names: { limit: 'first' } },
    ),
    rest: rest('GET /v1/async-analysis', 'listAsyncAnalyses'),
    mcp: tool('list_async_analyses', ['listAsyncAnalyses'], { field: 'analyses' }),
    badInput: [wrong('a negative limit', { limit: -1 }, ['limit'])],
  },
  ofViewer('list the tags', ['listTags', 'countTags'], ['project', 'tags']),
  ofViewer('list the labels to review', ['listUncertainLabels'], ['project', 'uncertainLabels'], {
    result: z.array(uncertainLabelDefinition.pick({ entityId: true })),
  }),
  ofViewer(
    'read the measured error of the analysis',
    ['readCorrectionRates'],
    ['project', 'correctionRates'],
    {
      result: z.array(correctionRateDefinition),
    },
  ),
  ofViewer('read the latest run', ['readLatestRuns'], ['project', 'latestRun'], { result: id }),
  ofViewer(
    'read the latest re-extraction of the project',
    ['readLatestProjectReextractions'],
    ['project', 'latestReextraction'],
    { result: id },
  ),
  ofViewer('list the proposals', ['listProposals', 'countProposals'], ['project', 'proposals']),
  ofViewer('read the schedule', ['readSchedules'], ['project', 'schedule'], {
    result: z.object({ enabled: z.boolean() }),
  }),
  ofViewer(
    'read when the next manual run is allowed',
    ['readManualRunTimes'],
    ['project', 'nextManualRunAt'],
    {
      result: z.string().nullable(),
    },
  ),
  ofViewer(
    'list the sources of the project',
    ['listProjectSources', 'countProjectSources'],
    ['project', 'sources'],
    {
      result: z.array(z.object({ domain: z.string() })),
    },
  ),
  ofViewer(
    'list the source pages of the project',
    ['listProjectSourceUrls', 'countProjectSourceUrls'],
    ['project', 'sourceUrls'],
    {
      result: z.array(z.object({ url: z.string() })),
    },
  ),
  {
    ...GRAPH_ONLY,
    name: 'read a project by its id',
    as: 'project key',
    input: ({ projectId }) => ({ projectId }),
    result: id,
    graphql: query(['readProject'], ['project(id: $id)'], { names: { projectId: 'id' } }),
    wrongScope: { as: 'organization key', code: 'PROJECT_SCOPED_KEY_REQUIRED' },
    otherTenant: ({ projectId }) => ({ projectId }),
    badInput: 'its input is an id',
  },
  ofNode(['readAsyncAnalyses'], 'AsyncAnalysis', 'asyncAnalysisId', {
    as: 'organization key',
    result: FIRST_STATE,
  }),
  ofNode(['readCompetitors'], 'Competitor', 'competitorId'),
  ofNode(['readCreditEntries'], 'CreditEntry', 'creditEntryId', { as: 'organization key' }),
  ofNode(['readAuditEntries'], 'AuditEntry', 'auditEntryId', { as: 'admin' }),
  ofNode(['readInvitations'], 'Invitation', 'invitationId', { as: 'admin' }),
  ofNode(['readKeys'], 'ApiKey', 'keyId', { as: 'admin' }),
  ofNode(['readMembers'], 'Member', 'memberId', { as: 'admin' }),
  ofNode(['readProjects'], 'Project', 'projectId'),
  ofNode(['readProjectReextractions'], 'ProjectReextraction', 'projectReextractionId'),
  ofNode(['readPrompts'], 'Prompt', 'promptId'),
  ofNode(['readProposals'], 'SetupProposal', 'proposalId'),
  ofNode(['readResultsByIds'], 'AnalysisResult', 'resultId'),
  ofNode(['readReextractions'], 'Reextraction', 'reextractionId'),
  ofNode(['readTags'], 'Tag', 'tagId'),
  ofNode(['readShareLinks'], 'ShareLink', 'shareLinkId'),
  ofNode(['readWebhooks'], 'ProjectWebhook', 'webhookId'),
  ofNode(['readWebhookDeliveries'], 'WebhookDelivery', 'deliveryId', { as: 'organization key' }),
  ofNode(['readPreviousRuns'], 'AnalysisRun', 'runId', { below: ['previousRun'] }),
  ofNode(['listReextractions', 'countReextractions'], 'AnalysisRun', 'runId', {
    below: ['reextractions'],
    result: ids,
  }),
  ofNode(
    ['readRuns', 'areSimulated', 'readExtractionVersions', 'listBatchQuestions'],
    'AnalysisRun',
    'runId',
    {
      result: z.object({
        extractionVersion: z.int(),
        simulated: z.boolean(),
        prompts: z.array(z.string()),
        locations: z.array(z.string()),
        replicates: z.int(),
      }),
    },
  ),
  ofNode(['listRunSourceUrls', 'countRunSourceUrls'], 'AnalysisRun', 'runId', {
    below: ['sourceUrls'],
    result: z.array(z.object({ url: z.string() })),
  }),
  ofNode(['readProviderProgress'], 'AnalysisRun', 'runId', {
    below: ['providerProgress'],
    result: z.array(z.object({ total: z.int() })),
  }),
  ofNode(['pageResults', 'countFilteredResults'], 'AsyncAnalysis', 'asyncAnalysisId', {
    as: 'organization key',
    below: ['results'],
    result: ids,
  }),
  ofNode(['listWebhookDeliveries', 'countWebhookDeliveries'], 'AsyncAnalysis', 'asyncAnalysisId', {
    as: 'organization key',
    below: ['webhookDeliveries'],
    result: ids,
  }),
  ofNode(['pagePromptResults', 'countPromptResults'], 'Prompt', 'promptId', {
    below: ['results'],
    result: ids,
  }),
  ofNode(['readMemberships'], 'Membership', 'membershipId', { as: 'admin' }),
  ofNode(['readPromptMetrics'], 'Prompt', 'promptId', {
    below: ['metrics'],
    result: z.object({ value: z.string(), summary: summaryDefinition }),
  }),
  ofNode(['pagePromptTrends', 'countPromptTrends'], 'Prompt', 'promptId', {
    below: ['trends'],
    result: z.array(promptTrendPointDefinition),
  }),
  ofViewer(
    'list the prompts by a metric',
    ['sortPrompts'],
    ['project', 'prompts(orderBy: MENTION_RATE_ASC)'],
  ),
  ofNode(['readSessions'], 'Session', 'sessionId', { as: 'admin' }),
  {
    ...subscription('subscribeToAsyncAnalysis', 'asyncAnalysisProgress', 'analysisId'),
    as: 'organization key',
    wrongScope: { as: 'project key', code: 'NOT_FOUND' },
  },
  subscription('subscribeToRun', 'runProgress', 'runId'),
  subscription('subscribeToReextraction', 'reextractionProgress', 'reextractionId'),
  subscription('subscribeToProjectReextraction', 'projectReextractionProgress', 'projectReextractionId'),
  subscription('subscribeToProject', 'projectActivity', 'projectId', z.unknown()),
]
