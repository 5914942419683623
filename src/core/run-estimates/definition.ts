import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'

/** What the estimated cost of an answer is based on. */
export const ESTIMATE_BASES = {
  recent: 'The mean cost of the answers in the last seven days.',
  prices: 'The prices of the model, for an answer of typical length with one web search.',
  free: 'Answers of this provider are simulated, and cost nothing.',
  unknown: 'There is no price. The total does not include this provider.',
} as const satisfies Enumeration

export type EstimateBasis = keyof typeof ESTIMATE_BASES

export const providerEstimateDefinition = z.object({
  token: z.string().describe('Token of the provider.'),
  label: z.string().describe('Display name of the provider.'),
  basis: enumSchema(ESTIMATE_BASES, 'What the cost is based on.'),
  usdPerAnswer: z.number().nullable().describe('Estimated cost of an answer in US dollars; null if unknown.'),
})
export type ProviderEstimate = z.output<typeof providerEstimateDefinition>

/** What a run would need and show. */
export const runEstimateDefinition = z.object({
  answers: z.int().describe('Number of answers of a run.'),
  usd: z
    .number()
    .nullable()
    .describe(
      'Estimated cost of a run in US dollars, of the providers with a known cost; null if there is none.',
    ),
  providers: z.array(providerEstimateDefinition).describe('The estimate for each provider.'),
  smallestChange: z
    .number()
    .nullable()
    .describe(
      'Smallest change of the mention rate between two runs that is detected with 80 % power at a two-sided 5 % level, as a share; null if there are too few answers to detect any.',
    ),
})
export type RunEstimate = z.output<typeof runEstimateDefinition>
