import { z } from 'zod'
import { runDefinition } from '../../../src/core/batches/definition.ts'
import { resultDefinition } from '../../../src/core/results/definition.ts'
import { runEstimateDefinition } from '../../../src/core/run-estimates/definition.ts'
import type { Operation } from '../operation.ts'
import {
  GRAPH_ONLY,
  IN_LISTS,
  inFilter,
  mutation,
  query,
  REPLAYED,
  rest,
  tool,
  unsubscribe,
  WITHIN_PROJECT,
  wrong,
} from './entry-parts.ts'

/** GraphQL names of the arguments of lists of results. */
const RESULT_NAMES = {
  limit: 'first',
  ...inFilter('provider', 'location', 'tag'),
  prompt: 'filter.promptText',
}

/** Operations on runs and their results. */
export const RUN_OPERATIONS: readonly Operation[] = [
  {
    ...WITHIN_PROJECT,
    name: 'start a run',
    scope: 'run',
    input: () => ({ reschedule: false, providers: ['chatgpt'], locations: ['US'] }),
    rest: rest('POST /v1/analysis/trigger', 'triggerRun'),
    graphql: mutation('triggerRun', 'triggerRun', [], { places: { runId: 'run.id', status: 'run.status' } }),
    mcp: tool('start_run', ['triggerRun'], { more: REPLAYED }),
    otherTenant: "the run belongs to the key's project",
    badInput: [
      wrong('a word for a boolean', { reschedule: 'no' }, ['reschedule']),
      wrong(
        'an unknown provider',
        { providers: ['chatgpt', 'askjeeves'] },
        ['providers.1'],
        'INVALID_PROVIDER',
      ),
      wrong('an unknown provider and no location', { providers: ['askjeeves'], locations: [] }, [
        'locations',
        'providers.0',
      ]),
      wrong('an idempotency key with a space', { idempotencyKey: 'a b' }, ['idempotencyKey']),
    ],
    overLimit: [
      { name: 'without a subscription', arrange: unsubscribe, code: 'FORBIDDEN' },
      {
        name: 'for a provider that no prompt has',
        input: () => ({ providers: ['copilot'] }),
        code: 'BAD_REQUEST',
        fields: ['providers'],
      },
      {
        name: 'a second run within seven days',
        code: 'RATE_LIMITED',
        async arrange(tenant) {
          const credentials = await tenant.credentials('project key')
          if (!('key' in credentials)) throw new Error('expected a key, not a session')
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
    graphql: query(['readRun'], ['run(id: $id)'], { names: { runId: 'id' } }),
    mcp: tool('get_run', ['readRuns', 'subscribeToRun'], { field: 'run' }),
    otherTenant: ({ runId = '' }) => ({ runId }),
    badInput: 'its input is an id',
  },
  {
    ...WITHIN_PROJECT,
    name: 'list the runs',
    input: () => ({ limit: 2, status: 'completed', trigger: 'schedule' }),
    result: z.array(runDefinition),
    rest: rest('GET /v1/analysis/runs', 'listRuns'),
    graphql: query(
      ['listRuns', 'countRuns'],
      ['viewer', 'project', 'runs(first: $first, status: $status, trigger: $trigger)'],
      { names: { limit: 'first' } },
    ),
    mcp: tool('list_runs', ['listRuns'], { field: 'runs' }),
    otherTenant: "the runs belong to the key's project",
    badInput: [
      wrong('a negative limit', { limit: -1 }, ['limit']),
      wrong('an unknown status', { status: 'gone' }, ['status']),
    ],
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
        'results(first: $first, filter: { provider: $provider, location: $location, promptText: $promptText, tag: $tag })',
      ],
      { names: { runId: 'id', ...RESULT_NAMES }, without: ['includeAnswer'] },
    ),
    mcp: tool('find_answers', ['openResults'], {
      field: 'answers',
      without: ['includeAnswer'],
      more: { ...IN_LISTS, quotes: 'the matching passages, instead of the whole answer' },
    }),
    otherTenant: ({ runId = '' }) => ({ runId }),
    badInput: [
      wrong('a negative limit', { limit: -1 }, ['limit']),
      wrong('an unknown provider', { provider: 'askjeeves' }, ['provider'], 'INVALID_PROVIDER'),
      wrong('an invalid country', { location: 'germany' }, ['location']),
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
    badInput: 'the entry with query parameters tests the same fields',
  },
  {
    ...WITHIN_PROJECT,
    name: 'list the results of the latest run',
    input: () => ({ limit: 2, includeAnswer: true, provider: 'provider_1', location: 'US' }),
    result: z.array(resultDefinition.omit({ raw: true })),
    rest: { absent: 'REST returns results of a given run only' },
    graphql: query(
      ['readLatestRuns', 'pageResults', 'countFilteredResults'],
      [
        'viewer',
        'project',
        'latestRun',
        'results(first: $first, filter: { provider: $provider, location: $location, promptText: $promptText, tag: $tag })',
      ],
      { names: RESULT_NAMES, without: ['includeAnswer'] },
    ),
    mcp: tool('get_latest_results', ['openResults', 'listRuns'], { field: 'results', more: IN_LISTS }),
    otherTenant: "the run belongs to the key's project",
    badInput: [
      wrong('a negative limit', { limit: -1 }, ['limit']),
      wrong('an unknown provider', { provider: 'askjeeves' }, ['provider'], 'INVALID_PROVIDER'),
      wrong('an invalid country', { location: 'germany' }, ['location']),
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'read trends',
    input: () => ({ limit: 2, provider: 'provider_1', location: 'US', includeEntities: true }),
    includes: ['entities'],
    rest: rest('GET /v1/analysis/trends', 'readTrends'),
    graphql: query(
      ['pageTrends', 'countTrends'],
      [
        'viewer',
        'project',
        'trends(first: $first, filter: { provider: $provider, location: $location, tag: $tag })',
      ],
      {
        names: { limit: 'first', ...inFilter('provider', 'location', 'tag') },
        without: ['includeEntities'],
      },
    ),
    mcp: tool('get_trends', ['readTrends', 'listRuns'], {
      names: { includeEntities: 'includeCompetitors' },
      field: 'points',
      more: { competitors: '`entities` in REST except the brand, on request' },
    }),
    otherTenant: "the runs belong to the key's project",
    badInput: [
      wrong('a negative limit', { limit: -1 }, ['limit']),
      wrong('an unknown provider', { provider: 'askjeeves' }, ['provider'], 'INVALID_PROVIDER'),
      wrong('an unknown country', { location: 'XX' }, ['location']),
    ],
  },
  {
    ...GRAPH_ONLY,
    name: 'estimate a run',
    as: 'project key',
    input: ({ projectId }) => ({
      projectId,
      prompts: 10,
      providers: ['chatgpt', 'gemini'],
      locations: 2,
      replicates: 3,
    }),
    result: runEstimateDefinition,
    graphql: query(
      ['estimateRun'],
      [
        'project(id: $projectId)',
        'runEstimate(promptCount: $prompts, providers: $providers, locationCount: $locations, replicates: $replicates)',
      ],
    ),
    wrongScope: { as: 'organization key', code: 'PROJECT_SCOPED_KEY_REQUIRED' },
    otherTenant: ({ projectId }) => ({ projectId }),
    badInput: [wrong('too many replicates', { replicates: 11 }, ['replicates'])],
  },
]
