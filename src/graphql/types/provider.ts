import {
  CIRCUIT_STATES,
  type ProviderRecord,
  type RouteRecord,
  routeDefinition,
} from '../../core/providers/definition.ts'
import { providerLabel, readProviders } from '../../core/providers/list.ts'
import { SURFACES } from '../../definitions/vocabulary.ts'
import { PROVIDER_STATES } from '../../providers/registry.ts'
import { builder } from '../builder.ts'
import type { GraphqlContext } from '../context.ts'
import { enumType, fieldsOf } from '../define.ts'
import { IMMUTABLE } from '../field-extensions.ts'
import { registerNode } from '../node-registry.ts'

const CircuitState = enumType('CircuitState', {
  description: 'State of the circuit breaker of a provider.',
  values: CIRCUIT_STATES,
})

const ProviderState = enumType('ProviderState', {
  description: 'How questions to a provider are answered.',
  values: PROVIDER_STATES,
})

/** Where answers are seen. */
export const Surface = enumType('Surface', { description: 'Where an answer was seen.', values: SURFACES })

const routeOf = fieldsOf(routeDefinition)
const ProviderRoute = builder.objectRef<RouteRecord>('ProviderRoute').implement({
  description: 'A way to ask a provider.',
  fields: (t) => ({
    driver: t.exposeString('driver', routeOf('driver')),
    surface: t.expose('surface', { type: Surface, ...routeOf('surface') }),
    used: t.exposeBoolean('used', routeOf('used')),
    reason: t.exposeString('reason', routeOf('reason')),
  }),
})

/** What other types store of a provider. Its other fields are read when they are selected, once per operation. */
export interface ProviderToken {
  token: string
}

/** The registry's record of a provider; null for one that is no longer configured. */
const recordOf = ({ token }: ProviderToken, { load }: GraphqlContext) => load(readProviders, token)

function reasonOf(record: ProviderRecord | null): string | null {
  return record ? record.reason : 'not configured any more'
}

/** An AI search surface. */
export const Provider = builder.objectRef<ProviderToken>('Provider')

builder.node(Provider, {
  description:
    'An AI search surface that can be asked. Results may also name providers that are no longer configured: these have only a token, and `node` does not find them.',
  id: { resolve: ({ token }) => token },
  fields: (t) => ({
    databaseId: t.exposeString('token', { ...IMMUTABLE, description: 'Its token, which identifies it.' }),
    token: t.exposeString('token', { ...IMMUTABLE, description: 'Identifies it in inputs and in REST.' }),
    label: t.string({
      ...IMMUTABLE,
      description: 'Its display name; the token if it is no longer configured.',
      resolve: ({ token }, _, { ctx }) => providerLabel(ctx, token),
    }),
    aliases: t.stringList({
      description: 'Other tokens that inputs may use for it.',
      resolve: async (provider, _, context) => [...((await recordOf(provider, context))?.aliases ?? [])],
    }),
    driver: t.string({
      nullable: true,
      description: 'The driver that asks it; null if it is no longer configured.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.driver,
    }),
    surface: t.field({
      type: Surface,
      nullable: true,
      description: 'Where its answers are seen; null while no route can be used.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.surface,
    }),
    routes: t.field({
      type: [ProviderRoute],
      description: 'The ways in which it can be asked, the preferred one first; at most one is used.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.routes ?? [],
    }),
    model: t.string({
      nullable: true,
      description: 'The model that is requested; null leaves the choice to the surface.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.model,
    }),
    simulated: t.boolean({
      description: 'Its answers are simulated, and marked as such.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.simulated ?? false,
    }),
    available: t.boolean({
      description: 'Whether an analysis may name it now.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.available ?? false,
    }),
    state: t.field({
      type: ProviderState,
      description: 'How questions to it are answered now.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.state ?? 'unavailable',
    }),
    reason: t.string({
      nullable: true,
      description:
        'Why it is simulated or unavailable: that it is not available, or until when its failures keep it from being asked. Null if it is asked as configured. The cause is for operators: `answergraph providers`.',
      resolve: async (provider, _, context) => reasonOf(await recordOf(provider, context)),
    }),
    unavailableReason: t.string({
      nullable: true,
      description: 'Its `reason`, while it is not available.',
      resolve: async (provider, _, context) => {
        const record = await recordOf(provider, context)
        return record?.available ? null : reasonOf(record)
      },
    }),
    locations: t.stringList({
      nullable: true,
      description: 'ISO 3166-1 alpha-2 codes it answers for; null for every country.',
      resolve: async (provider, _, context) => {
        const { locations } = (await recordOf(provider, context)) ?? { locations: [] }
        return locations === '*' ? null : [...locations]
      },
    }),
    circuit: t.field({
      type: CircuitState,
      description: 'Whether it is asked at all.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.circuit ?? 'closed',
    }),
    openUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it will be asked again; null unless the circuit is open.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.openUntil,
    }),
  }),
})

registerNode(
  Provider,
  async ({ ctx }, ids) => {
    const found = await readProviders({ ctx, input: { ids } })
    return found.map((provider) => provider && { token: provider.id })
  },
  { immutable: true },
)

builder.queryField('providers', (t) =>
  t.field({
    type: [Provider],
    description: 'The configured providers, in the order of the configuration.',
    resolve: (_, __, { ctx }) => ctx.deps.providers.tokens().map((token) => ({ token })),
  }),
)
