import { z } from 'zod'
import { resultDefinition } from '../../../src/core/results/definition.ts'
import { estimateSearchVolume } from '../../../src/core/search-volume/estimate.ts'
import type { Operation, Refusal } from '../operation.ts'
import type { Tenant } from '../tenant.ts'
import { ABSENT, mutation, PAGED, query, REPLAYED, rest, tool } from './absences.ts'

const WITHIN_PROJECT = {
  as: 'project key',
  mcp: ABSENT.fromMcp,
  cli: ABSENT.fromCli,
  wrongScope: { as: 'organization key', code: 'PROJECT_SCOPED_KEY_REQUIRED' },
} as const

const wrong = (name: string, input: object, fields: string[], code: Refusal['code'] = 'BAD_REQUEST') => ({
  name,
  input: () => ({ ...input }),
  code,
  fields,
})

async function unsubscribe({ world, objects: { organizationId } }: Tenant): Promise<void> {
  await world.operator.db.prisma.organization.update({
    where: { id: organizationId },
    data: { plan: 'free' },
  })
}

/** Results in lists of tools are shorter: a whole one is an answer of its own. */
const IN_LISTS = {
  citations: 'how many there are, instead of the list',
  competitors: 'those that the answer names; of an analysis, the entities without the brand',
  answerLength: 'for models, which decide by it whether to read the answer',
}

const QUESTION = {
  prompt: 'Which board?',
  providers: ['chatgpt', 'provider_2'],
  locations: ['US', 'DE'],
  replicates: 2,
}

/** Operations that ask providers, and that read what came back. */
export const ANALYSIS_OPERATIONS: readonly Operation[] = [
  {
    ...WITHIN_PROJECT,
    name: 'start a run',
    input: () => ({ reschedule: false }),
    rest: rest('POST /v1/analysis/trigger', 'triggerRun'),
    graphql: mutation('triggerRun', 'triggerRun', [], { places: { runId: 'run.id', status: 'run.status' } }),
    otherTenant: 'the run is of the project of the key',
    badInput: [
      wrong('a word for a boolean', { reschedule: 'no' }, ['reschedule']),
      wrong('an idempotency key with a space', { idempotencyKey: 'a b' }, ['idempotencyKey']),
    ],
    overLimit: [
      { name: 'without a subscription', arrange: unsubscribe, code: 'FORBIDDEN' },
      {
        name: 'a second run within seven days',
        code: 'RATE_LIMITED',
        async arrange(tenant) {
          const credentials = await tenant.credentials('project key')
          if (!('key' in credentials)) throw new Error('a key has no session')
          const headers = { Authorization: `Bearer ${credentials.key}` }
          await fetch(`${tenant.world.url}/v1/analysis/trigger`, { method: 'POST', headers })
        },
      },
      {
        name: 'without an active prompt',
        code: 'BAD_REQUEST',
        async arrange({ world, objects: { projectId } }) {
          await world.operator.db.prisma.prompt.updateMany({ where: { projectId }, data: { active: false } })
        },
      },
    ],
    repeatable: { otherInput: { reschedule: true } },
  },
  {
    ...WITHIN_PROJECT,
    name: 'read a run',
    input: ({ runId = '' }) => ({ runId }),
    rest: rest('GET /v1/analysis/runs/{runId}', 'readRun'),
    graphql: query(['readRuns'], ['node(id: $id)', '... on AnalysisRun'], { names: { runId: 'id' } }),
    otherTenant: ({ runId = '' }) => ({ runId }),
    badInput: 'its input is an id',
  },
  {
    ...WITHIN_PROJECT,
    name: 'list the results of a run',
    input: ({ runId = '' }) => ({
      runId,
      limit: 2,
      includeAnswer: true,
      provider: 'provider_1',
      location: 'US',
    }),
    includes: ['answer'],
    rest: rest('GET /v1/analysis/results', 'listResults'),
    graphql: query(
      ['pageResults', 'countFilteredResults'],
      [
        'node(id: $id)',
        '... on AnalysisRun',
        'results(first: $first, provider: $provider, location: $location, prompt: $prompt, tag: $tag)',
      ],
      { names: { runId: 'id', limit: 'first' }, without: ['includeAnswer'] },
    ),
    otherTenant: ({ runId = '' }) => ({ runId }),
    badInput: [
      wrong('less than no item', { limit: -1 }, ['limit']),
      wrong('an unknown provider', { provider: 'askjeeves' }, ['provider'], 'INVALID_PROVIDER'),
      wrong('a wrong country', { location: 'germany' }, ['location']),
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'list the results of a run by its path',
    input: ({ runId = '' }) => ({ runId, includeAnswer: true }),
    includes: ['answer'],
    rest: rest('GET /v1/analysis/runs/{runId}/results', 'listResults'),
    graphql: query(['pageResults'], ['node(id: $id)', '... on AnalysisRun', 'results'], {
      names: { runId: 'id' },
      without: ['includeAnswer'],
    }),
    otherTenant: ({ runId = '' }) => ({ runId }),
    badInput: 'as by its query',
  },
  {
    ...WITHIN_PROJECT,
    name: 'list the results of the latest run',
    input: () => ({ limit: 2, includeAnswer: true, provider: 'provider_1', location: 'US' }),
    result: z.array(resultDefinition.omit({ raw: true })),
    rest: { absent: 'results of REST are those of a run that the request names' },
    graphql: query(
      ['readLatestRuns', 'pageResults', 'countFilteredResults'],
      [
        'viewer',
        'project',
        'latestRun',
        'results(first: $first, provider: $provider, location: $location, prompt: $prompt, tag: $tag)',
      ],
      { names: { limit: 'first' }, without: ['includeAnswer'] },
    ),
    mcp: tool('get_latest_results', ['openResults', 'listRuns'], { field: 'results', more: IN_LISTS }),
    otherTenant: 'the run is of the project of the key',
    badInput: [
      wrong('less than no item', { limit: -1 }, ['limit']),
      wrong('an unknown provider', { provider: 'askjeeves' }, ['provider'], 'INVALID_PROVIDER'),
      wrong('a wrong country', { location: 'germany' }, ['location']),
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'read trends',
    input: () => ({ limit: 2, provider: 'provider_1', location: 'US' }),
    rest: rest('GET /v1/analysis/trends', 'readTrends'),
    graphql: query(
      ['readTrendsOfEach'],
      ['viewer', 'project', 'trends(limit: $limit, provider: $provider, location: $location, tag: $tag)'],
    ),
    mcp: tool('get_trends', ['readTrends', 'listRuns'], {
      field: 'points',
      more: { competitors: 'the entities of REST without the brand, on request' },
    }),
    otherTenant: 'the runs are those of the project of the key',
    badInput: [
      wrong('no point', { limit: 0 }, ['limit']),
      wrong('an unknown provider', { provider: 'askjeeves' }, ['provider'], 'INVALID_PROVIDER'),
      wrong('an unknown country', { location: 'XX' }, ['location']),
    ],
  },
  {
    name: 'start an async analysis',
    as: 'organization key',
    input: () => ({ ...QUESTION, brandName: 'Acme' }),
    rest: rest('POST /v1/async-analysis', 'startAsyncAnalysis'),
    graphql: mutation('startAsyncAnalysis', 'startAsyncAnalysis', ['asyncAnalysis'], {
      places: { creditsReserved: 'credits.reserved' },
    }),
    mcp: tool('start_async_analysis', ['startAsyncAnalysis'], {
      places: { creditsReserved: 'credits.reserved' },
      more: {
        ...REPLAYED,
        progress: 'a model is told at once what it has started',
        brandName: 'a model is told at once what it has started',
        credits: 'the credits reserved are a field of it',
      },
    }),
    cli: ABSENT.fromCli,
    wrongScope: 'project keys and organization keys may both',
    otherTenant: 'the analysis is of the project or of the organization of the key',
    badInput: [
      wrong('no brand', { brandName: undefined }, ['brandName']),
      wrong('no question', { prompt: undefined }, ['prompt']),
      wrong('a question that repeats', { prompt: undefined, prompts: ['One?', 'One?'] }, ['prompts.1']),
      wrong('both a question and several', { prompts: ['One?'] }, ['prompts']),
      wrong('no repetition', { replicates: 0 }, ['replicates']),
      wrong(
        'an unknown provider',
        { providers: ['chatgpt', 'askjeeves'] },
        ['providers.1'],
        'INVALID_PROVIDER',
      ),
      wrong('a wrong country', { locations: ['germany'] }, ['locations.0']),
      wrong('several wrong fields', { prompt: '', replicates: 11, locations: [] }, [
        'locations',
        'prompt',
        'replicates',
      ]),
      wrong('a webhook without https', { webhook: { url: 'http://example.com/' } }, ['webhook.url']),
      wrong('a webhook on the own machine', { webhook: { url: 'https://127.0.0.1/' } }, ['webhook.url']),
      wrong('a secret that is none', { webhook: { url: 'https://example.com/', secret: 'x' } }, [
        'webhook.secret',
      ]),
      wrong('a fraction for a number', { replicates: 1.5 }, ['replicates']),
      wrong('an idempotency key with a space', { idempotencyKey: 'a b' }, ['idempotencyKey']),
    ],
    overLimit: [
      { name: 'without a subscription', arrange: unsubscribe, code: 'FORBIDDEN' },
      {
        name: 'without enough credits',
        code: 'API_CREDITS_EXCEEDED',
        async arrange({ world, objects: { organizationId } }) {
          await world.operator.db.prisma.organization.update({
            where: { id: organizationId },
            data: { creditBalance: 7 },
          })
        },
      },
    ],
    repeatable: { otherInput: { replicates: 1 } },
  },
  {
    name: 'read an async analysis',
    as: 'organization key',
    input: ({ analysisId = '' }) => ({ analysisId }),
    includes: ['answer'],
    rest: rest('GET /v1/async-analysis/{analysisId}', 'readAsyncAnalysis'),
    graphql: query(['findAsyncAnalysis'], ['asyncAnalysis(id: $id)'], { names: { analysisId: 'id' } }),
    mcp: tool('get_async_analysis', ['readAsyncAnalysis', 'subscribeToAsyncAnalysis'], {
      more: { ...PAGED, ...IN_LISTS },
    }),
    cli: ABSENT.fromCli,
    wrongScope: { as: 'project key', code: 'NOT_FOUND' },
    otherTenant: ({ analysisId = '' }) => ({ analysisId }),
    badInput: 'its input is an id',
  },
  {
    name: 'estimate a search volume',
    as: 'organization key',
    // Estimates are kept for all organizations: each surface finds this one.
    async arrange({ world, objects: { organizationId } }) {
      const input = { keyword: 'task manager', country: 'US' }
      const ctx = world.member(organizationId)
      await estimateSearchVolume({ ctx, input, idempotencyKey: 'before' })
    },
    input: () => ({ keyword: 'task manager', country: 'US' }),
    rest: rest('POST /v1/search-volume', 'estimateSearchVolume'),
    graphql: mutation('estimateSearchVolume', 'estimateSearchVolume', ['searchVolume']),
    mcp: tool('estimate_search_volume', ['estimateSearchVolume'], { more: REPLAYED }),
    cli: ABSENT.fromCli,
    wrongScope: { as: 'project key', code: 'FORBIDDEN' },
    otherTenant: 'it names a keyword',
    badInput: [
      wrong('no keyword', { keyword: '' }, ['keyword']),
      wrong('a wrong country', { country: 'germany' }, ['country']),
      wrong('an unknown country', { country: 'XX' }, ['country']),
      wrong('both wrong', { keyword: ' ', country: 'XX' }, ['country', 'keyword']),
      wrong('an idempotency key with a space', { idempotencyKey: 'a b' }, ['idempotencyKey']),
    ],
    overLimit: [
      {
        name: 'without enough credits',
        code: 'API_CREDITS_EXCEEDED',
        async arrange({ world, objects: { organizationId } }) {
          await world.operator.db.prisma.organization.update({
            where: { id: organizationId },
            data: { creditBalance: 39 },
          })
        },
      },
    ],
    repeatable: { otherInput: { country: 'DE' } },
  },
  {
    name: 'list the providers',
    as: 'project key',
    rest: rest('GET /v1/providers', 'listProviders'),
    graphql: query(['readProviders'], ['providers']),
    mcp: tool('list_providers', ['listProviders'], { field: 'providers' }),
    cli: {
      verbs: ['listProviders'],
      command: 'providers',
      field: 'providers',
      more: { fix: 'what to set is for operators', reason: 'operators see the cause' },
    },
    wrongScope: 'every key may',
    otherTenant: 'all organizations have the same providers',
    badInput: 'it takes no input',
  },
]
