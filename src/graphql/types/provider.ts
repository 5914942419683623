import { listProviders, type ProviderRecord } from '../../core/providers/list.ts'
import { builder } from '../builder.ts'
import { registerNode } from '../node-registry.ts'

const CircuitState = builder.enumType('CircuitState', {
  description: 'Whether a provider is asked at all.',
  values: {
    CLOSED: { value: 'closed', description: 'Asked as usual.' },
    OPEN: { value: 'open', description: 'Left alone for a while after repeated failures.' },
  } as const,
})

const Provider = builder.objectRef<ProviderRecord>('Provider')

builder.node(Provider, {
  description: 'An AI search surface that can be asked.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', { description: 'Its token, which is its id.' }),
    token: t.exposeString('id', { description: 'What names it in requests and results.' }),
    label: t.exposeString('label', { description: 'Its name for people.' }),
    aliases: t.exposeStringList('aliases', { description: 'Other tokens accepted for it.' }),
    driver: t.exposeString('driver', { description: 'How it is reached.' }),
    model: t.exposeString('model', {
      nullable: true,
      description: 'The model asked for; null leaves it to the surface.',
    }),
    simulated: t.exposeBoolean('simulated', { description: 'Its answers are made up, and marked so.' }),
    available: t.exposeBoolean('available', { description: 'Whether an analysis may name it now.' }),
    unavailableReason: t.exposeString('reason', { nullable: true, description: 'Why it is not available.' }),
    locations: t.stringList({
      nullable: true,
      description: 'ISO 3166-1 alpha-2 codes it answers for; null for every country.',
      resolve: ({ locations }) => (locations === '*' ? null : [...locations]),
    }),
    circuit: t.expose('circuit', { type: CircuitState, description: 'Whether it is asked at all.' }),
    openUntil: t.expose('openUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when it is left alone.',
    }),
  }),
})

registerNode(Provider, async ({ ctx }, ids) => {
  const providers = await listProviders({ ctx })
  return ids.map((id) => providers.find((provider) => provider.id === id) ?? null)
})

builder.queryField('providers', (t) =>
  t.field({
    type: [Provider],
    description: 'The surfaces of this installation, in its own order.',
    resolve: (_, __, { ctx }) => listProviders({ ctx }),
  }),
)
