import { estimateSearchVolume } from '../../../src/core/search-volume/estimate.ts'
import type { Operation } from '../operation.ts'
import {
  ABSENT,
  IN_LISTS,
  mutation,
  PAGED,
  query,
  REPLAYED,
  rest,
  tool,
  unsubscribe,
  wrong,
} from './entry-parts.ts'

/** What the entries of async analyses ask. */
export const QUESTION = {
  prompt: 'Which board?',
  providers: ['chatgpt', 'provider_2'],
  locations: ['US', 'DE'],
  replicates: 2,
}

/** Operations on work that is paid with credits, and on the providers. */
export const ANALYSIS_OPERATIONS: readonly Operation[] = [
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
      wrong('fewer replicates at most than in the first round', { stopWhen: { halfWidth: 0.1, atMost: 1 } }, [
        'stopWhen.atMost',
      ]),
      wrong('a half width in points', { stopWhen: { halfWidth: 10, atMost: 4 } }, ['stopWhen.halfWidth']),
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
      // GraphQL and REST say it of each result.
      form: ({ simulated: _, ...analysis }: { simulated: boolean }) => analysis,
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
