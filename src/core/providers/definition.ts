import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { LOCATIONS_APPLIED, SURFACES } from '../../definitions/vocabulary.ts'
import { PROVIDER_STATES } from '../provider-port/registry.ts'

/** States of a provider's circuit breaker. */
export const CIRCUIT_STATES = {
  closed: 'Questions are sent to the provider as usual.',
  open: 'No questions are sent to the provider until `openUntil`, because it failed.',
} as const satisfies Enumeration

const text = (description: string, example: string) =>
  z.string().describe(description).register(fieldMetadata, { example })

/** A way to reach a provider. */
export const routeDefinition = z
  .object({
    driver: text('Driver of the route.', 'openai'),
    surface: enumSchema(SURFACES, 'Surface that shows the answers.'),
    used: z.boolean().describe('Whether this route is in use.'),
    reason: text('Why the route is not used; null if it is used.', 'not configured').nullable(),
    fix: text(
      'What an operator can set to enable the route; null for customers.',
      'set OPENAI_API_KEY',
    ).nullable(),
  })
  .meta({ id: 'ProviderRoute' })
export type RouteRecord = z.output<typeof routeDefinition>

/** A provider, as users and operators see it. */
export const providerDefinition = z
  .object({
    id: text('Token that identifies the provider in requests.', 'chatgpt'),
    label: text('Display name of the provider.', 'ChatGPT'),
    aliases: z
      .array(z.string())
      .readonly()
      .describe('Other tokens that requests may use for the provider.')
      .register(fieldMetadata, { example: ['provider_1'] }),
    driver: text('Driver in use, or the driver that is easiest to set up if no route is usable.', 'openai'),
    surface: enumSchema(SURFACES, 'Surface that shows the answers; null if no route is usable.').nullable(),
    routes: z
      .array(routeDefinition)
      .describe('Ways to reach the provider, preferred first. At most one is used.'),
    model: text('Requested model; null if the surface chooses the model.', 'gpt-5').nullable(),
    state: enumSchema(PROVIDER_STATES, 'How questions to the provider are currently answered.'),
    simulated: z.boolean().describe('Whether answers are simulated. Simulated answers are marked as such.'),
    available: z.boolean().describe('Whether analyses can use the provider now.'),
    reason: text(
      'Why the provider is simulated or unavailable; null if it works as configured. Operators can see what is missing with `answergraph providers`.',
      'simulated: not available',
    ).nullable(),
    fix: text('What an operator can do to fix it; null for customers.', 'set OPENAI_API_KEY').nullable(),
    locations: z
      .union([z.literal('*'), z.array(z.string()).readonly()])
      .describe('Supported countries as ISO 3166-1 alpha-2 codes; `*` for all countries.')
      .register(fieldMetadata, { example: '*' }),
    languageApplied: enumSchema(
      LOCATIONS_APPLIED,
      'How the provider receives the language of a location such as `fr-CH`.',
    ),
    cityApplied: enumSchema(
      LOCATIONS_APPLIED,
      'How the provider receives the city of a location such as `CH/Geneva`.',
    ),
    circuit: enumSchema(CIRCUIT_STATES, 'State of the circuit breaker.'),
    openUntil: z
      .date()
      .nullable()
      .describe(
        'When questions will be sent again after failures or after reaching a daily spend limit; null if the provider is not paused.',
      ),
  })
  .meta({ id: 'Provider' })
export type ProviderRecord = z.output<typeof providerDefinition>
