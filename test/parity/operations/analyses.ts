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

/** Questions that the entries about async analyses use. */
export const QUESTION = {
  prompt: 'Which board?',
  providers: ['chatgpt', 'provider_2'],
  locations: ['US', 'DE'],
  replicates: 2,
}

/** Operations that cost credits, and the list of providers. */
export const ANALYSIS_OPERATIONS: readonly Operation[] = [
  {
    name: 'start an async analysis',
    scope: 'run',
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
        progress: 'models get the details of the new analysis right away',
        brandName: 'models get the details of the new analysis right away',
        credits: 'the reserved credits are a field of `credits`',
      },
    }),
    cli: ABSENT.fromCli,
    wrongScope: 'project keys and organization keys are both allowed',
    otherTenant: "the analysis belongs to the key's project or organization",
    badInput: [
      wrong('no brand', { brandName: undefined }, ['brandName']),
      wrong('no question', { prompt: undefined }, ['prompt']),
      wrong('a duplicate question', { prompt: undefined, prompts: ['One?', 'One?'] }, ['prompts.1']),
      wrong('both prompt and prompts', { prompts: ['One?'] }, ['prompts']),
      wrong('zero replicates', { replicates: 0 }, ['replicates']),
      wrong(
        'an unknown provider',
        { providers: ['chatgpt', 'askjeeves'] },
        ['providers.1'],
        'INVALID_PROVIDER',
      ),
      wrong('an invalid country', { locations: ['germany'] }, ['locations.0']),
      wrong('several invalid fields', { prompt: '', replicates: 11, locations: [] }, [
        'locations',
        'prompt',
        'replicates',
      ]),
      wrong(
        'an empty question, an unknown provider and a webhook that is not public',
        {
          prompt: ' ',
          providers: ['chatgpt', 'askjeeves'],
          webhook: { url: 'https://127.0.0.1/' },
          idempotencyKey: 'a b',
        },
        ['idempotencyKey', 'prompt', 'providers.1', 'webhook.url'],
      ),
      wrong('no brand, and a country that a provider lacks', { brandName: undefined, locations: ['XX'] }, [
        'brandName',
        'locations.0',
      ]),
      wrong('a webhook without https', { webhook: { url: 'http://example.com/' } }, ['webhook.url']),
      wrong('a webhook on a loopback address', { webhook: { url: 'https://127.0.0.1/' } }, ['webhook.url']),
      wrong('an invalid secret', { webhook: { url: 'https://example.com/', secret: 'x' } }, [
        'webhook.secret',
      ]),
      wrong('a fractional number of replicates', { replicates: 1.5 }, ['replicates']),
      wrong(
        'a maximum below the replicates of the first round',
        { stopWhen: { halfWidth: 0.1, atMost: 1 } },
        ['stopWhen.atMost'],
      ),
      wrong('a half width in percentage points', { stopWhen: { halfWidth: 10, atMost: 4 } }, [
        'stopWhen.halfWidth',
      ]),
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
      // GraphQL and REST return `simulated` with each result.
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
    scope: 'run',
    as: 'organization key',
    // Estimates are shared by all organizations, so every surface returns this one.
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
    otherTenant: 'the input is a keyword, not an id',
    badInput: [
      wrong('no keyword', { keyword: '' }, ['keyword']),
      wrong('an invalid country', { country: 'germany' }, ['country']),
      wrong('an unknown country', { country: 'XX' }, ['country']),
      wrong('an empty keyword and an unknown country', { keyword: ' ', country: 'XX' }, [
        'country',
        'keyword',
      ]),
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
      more: { fix: 'only operators see how to fix it', reason: 'operators see the full reason' },
    },
    wrongScope: 'every key is allowed',
    otherTenant: 'all organizations have the same providers',
    badInput: 'it takes no input',
  },
]
