import { z } from 'zod'
import { type Enumeration, enumSchema } from '../../definitions/enumeration.ts'
import { facts } from '../../definitions/facts.ts'
import { SURFACES } from '../../definitions/vocabulary.ts'
import { PROVIDER_STATES } from '../../providers/registry.ts'

/** Whether a provider is asked at all. */
export const CIRCUIT_STATES = {
  closed: 'The provider is asked as usual.',
  open: 'The provider is not asked until `openUntil`, because it failed.',
} as const satisfies Enumeration

const text = (description: string, example: string) =>
  z.string().describe(description).register(facts, { example })

/** A way to ask a provider. */
export const routeDefinition = z
  .object({
    driver: text('The driver that asks.', 'openai'),
    surface: enumSchema(SURFACES, 'Where its answers are seen.'),
    used: z.boolean().describe('Whether the provider is asked by it.'),
    reason: text('Why it is not used; null for the one that is.', 'not configured').nullable(),
    fix: text('What an operator can set to use it; null for customers.', 'set OPENAI_API_KEY').nullable(),
  })
  .meta({ id: 'ProviderRoute' })
export type RouteRecord = z.output<typeof routeDefinition>

/** A provider, as users and operators see it. */
export const providerDefinition = z
  .object({
    id: text('The token, which identifies it in requests.', 'chatgpt'),
    label: text('Its display name.', 'ChatGPT'),
    aliases: z
      .array(z.string())
      .readonly()
      .describe('Other tokens that requests may use for it.')
      .register(facts, { example: ['provider_1'] }),
    driver: text('The driver that asks it; the one that is quickest to set up where none can.', 'openai'),
    surface: enumSchema(SURFACES, 'Where its answers are seen; null while no route can be used.').nullable(),
    routes: z
      .array(routeDefinition)
      .describe('The ways in which it can be asked, the preferred one first; at most one is used.'),
    model: text('The model that is requested; null leaves the choice to the surface.', 'gpt-5').nullable(),
    state: enumSchema(PROVIDER_STATES, 'How questions to it are answered now.'),
    simulated: z.boolean().describe('Its answers are simulated, and marked as such.'),
    available: z.boolean().describe('Whether an analysis may name it now.'),
    reason: text(
      'Why it is simulated or unavailable; null if it is asked as configured. What is missing is for operators: `answergraph providers`.',
      'simulated: not available',
    ).nullable(),
    fix: text('What an operator can do about it; null for customers.', 'set OPENAI_API_KEY').nullable(),
    locations: z
      .union([z.literal('*'), z.array(z.string()).readonly()])
      .describe('ISO 3166-1 alpha-2 codes it answers for; `*` for every country.')
      .register(facts, { example: '*' }),
    circuit: enumSchema(CIRCUIT_STATES, 'Whether it is asked at all.'),
    openUntil: z
      .date()
      .nullable()
      .describe(
        'When it will be asked again: it failed, or a daily limit of spending is reached; null otherwise.',
      ),
  })
  .meta({ id: 'Provider' })
export type ProviderRecord = z.output<typeof providerDefinition>
