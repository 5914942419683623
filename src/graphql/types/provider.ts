import { PROVIDER_STATES } from '../../core/provider-port/registry.ts'
import {
  CIRCUIT_STATES,
  type ProviderRecord,
  type RouteRecord,
  routeDefinition,
} from '../../core/providers/definition.ts'
import { providerLabel, readProviders } from '../../core/providers/list.ts'
import { providersOf } from '../../core/providers/registry-of.ts'
import { LOCATIONS_APPLIED, SURFACES } from '../../definitions/vocabulary.ts'
import { builder } from '../foundation/builder.ts'
import type { GraphqlContext } from '../foundation/context.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { IMMUTABLE } from '../foundation/field-extensions.ts'
import { registerNode } from '../foundation/node-registry.ts'

const CircuitState = enumType('CircuitState', {
  description: 'State of the circuit breaker of a provider.',
  values: CIRCUIT_STATES,
})

const ProviderState = enumType('ProviderState', {
  description: 'Whether and how a provider answers questions.',
  values: PROVIDER_STATES,
})

const LocationApplied = enumType('LocationApplied', {
  description: 'How a requested country, language or city reaches a provider.',
  values: LOCATIONS_APPLIED,
})

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

/** Reference to a provider as other types store it. The other fields are loaded on selection, once per operation. */
export interface ProviderToken {
  token: string
}

/** Returns the registry's record of a provider; null if the provider is no longer configured. */
const recordOf = ({ token }: ProviderToken, { load }: GraphqlContext) => load(readProviders, token)

function reasonOf(record: ProviderRecord | null): string | null {
  return record ? record.reason : 'no longer configured'
}

export const Provider = builder.objectRef<ProviderToken>('Provider')

builder.node(Provider, {
  description:
    'An AI search surface that analyses can ask. Results may also refer to providers that are no longer configured. These only have a token, and `node` does not find them.',
  id: { resolve: ({ token }) => token },
  fields: (t) => ({
    databaseId: t.exposeString('token', { ...IMMUTABLE, description: 'Token that identifies the provider.' }),
    token: t.exposeString('token', {
      ...IMMUTABLE,
      description: 'Identifies the provider in inputs and in REST.',
    }),
    label: t.string({
      ...IMMUTABLE,
      description: 'Display name; the token if the provider is no longer configured.',
      resolve: ({ token }, _, { ctx }) => providerLabel(ctx, token),
    }),
    aliases: t.stringList({
      description: 'Other tokens that inputs can use for the provider.',
      resolve: async (provider, _, context) => [...((await recordOf(provider, context))?.aliases ?? [])],
    }),
    driver: t.string({
      nullable: true,
      description: 'Driver that queries the provider; null if it is no longer configured.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.driver,
    }),
    surface: t.field({
      type: Surface,
      nullable: true,
      description: 'Where answers are seen; null while no route is available.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.surface,
    }),
    routes: t.field({
      type: [ProviderRoute],
      description: 'Possible ways to ask the provider, preferred ones first; at most one is used.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.routes ?? [],
    }),
    model: t.string({
      nullable: true,
      description: 'Requested model; null leaves the choice to the surface.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.model,
    }),
    simulated: t.boolean({
      description: 'Whether answers are simulated; simulated answers are marked as such.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.simulated ?? false,
    }),
    available: t.boolean({
      description: 'Whether an analysis can use the provider now.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.available ?? false,
    }),
    state: t.field({
      type: ProviderState,
      description: 'Whether and how the provider answers questions now.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.state ?? 'unavailable',
    }),
    reason: t.string({
      nullable: true,
      description:
        'Message for users about a provider that is simulated, not available on this installation, or paused after failures. Null if the provider is used as configured. The command `answergraph providers` shows operators the cause.',
      resolve: async (provider, _, context) => reasonOf(await recordOf(provider, context)),
    }),
    unavailableReason: t.string({
      nullable: true,
      description: 'Same as `reason` while an analysis cannot use the provider; otherwise null.',
      resolve: async (provider, _, context) => {
        const record = await recordOf(provider, context)
        return record?.available ? null : reasonOf(record)
      },
    }),
    locations: t.stringList({
      nullable: true,
      description: 'ISO 3166-1 alpha-2 codes of the supported countries; null if all are supported.',
      resolve: async (provider, _, context) => {
        const { locations } = (await recordOf(provider, context)) ?? { locations: [] }
        return locations === '*' ? null : [...locations]
      },
    }),
    languageApplied: t.field({
      type: LocationApplied,
      description: 'How the provider receives the language of a location such as `fr-CH`.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.languageApplied ?? 'none',
    }),
    cityApplied: t.field({
      type: LocationApplied,
      description: 'How the provider receives the city of a location such as `CH/Geneva`.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.cityApplied ?? 'none',
    }),
    circuit: t.field({
      type: CircuitState,
      description: 'Whether the provider is asked at all.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.circuit ?? 'closed',
    }),
    openUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the provider will be asked again; null unless the circuit is open.',
      resolve: async (provider, _, context) => (await recordOf(provider, context))?.openUntil,
    }),
  }),
})

registerNode(
  Provider,
  async ({ ctx }, ids) => {
    const records = await readProviders({ ctx, input: { ids } })
    return records.map((provider) => provider && { token: provider.id })
  },
  { immutable: true },
)

builder.queryField('providers', (t) =>
  t.field({
    type: [Provider],
    description: 'The configured providers, in configuration order.',
    resolve: (_, __, { ctx }) =>
      providersOf(ctx)
        .tokens()
        .map((token) => ({ token })),
  }),
)
