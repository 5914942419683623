import { z } from 'zod'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { rateDefinition } from '../../metrics/definitions.ts'
import { quoteDefinition } from '../observations/observation.ts'

const count = (description: string, example: number) =>
  z.int().nonnegative().describe(description).register(fieldMetadata, { example })

/** The answer with the best evidence for a discovered brand, and the quoted passage. */
export const discoveredEvidenceDefinition = quoteDefinition
  .extend({
    runId: z.uuid().describe('Run that the answer belongs to.'),
    resultId: z.uuid().describe('Result id of the answer.'),
  })
  // Unlike a quote, this is not `immutable`: a later answer may contain better evidence.
  .register(fieldMetadata, { immutable: false })

/** A brand that answers mention and that the project does not track. */
export const discoveredBrandDefinition = z.object({
  name: z
    .string()
    .describe('Most frequent spelling of the name of the brand.')
    .register(fieldMetadata, { example: 'Listwell', untrusted: true }),
  spellings: z
    .array(z.string())
    .describe('Other spellings, at most 10, most frequent first.')
    .register(fieldMetadata, { example: ['List-Well'], untrusted: true }),
  mentionRate: rateDefinition.describe(
    'Share of answers that mention the brand, among all answers that were searched for new brands.',
  ),
  recommended: count('Number of answers that recommend the brand.', 18),
  mentions: count('Number of mentions in all answers.', 61),
  bestRank: z
    .int()
    .positive()
    .nullable()
    .describe('Best rank in a list that answers a prompt, 1-based; null if no answer ranks the brand.')
    .register(fieldMetadata, { example: 1 }),
  providers: z
    .array(z.string())
    .describe('Tokens of the providers with answers that mention the brand.')
    .register(fieldMetadata, { example: ['chatgpt', 'perplexity'] }),
  firstSeenAt: z.date().describe('End of the first run of the project that mentions the brand.'),
  evidence: discoveredEvidenceDefinition.describe(
    'Answer that ranks the brand best or, without a rank, recommends it most, with the quoted passage.',
  ),
})
export type DiscoveredBrand = z.output<typeof discoveredBrandDefinition>

/** States of discovered brands. Each brand is in exactly one state. */
export const DISCOVERED_BRAND_STATES = {
  listed: 'Answers list or recommend the brand.',
  mentioned: 'Answers only mention the name. It may be a source, a shop or an example.',
  dismissed: 'A user dismissed the brand as not worth tracking.',
} as const satisfies Enumeration
export type DiscoveredBrandState = keyof typeof DISCOVERED_BRAND_STATES

/** Sort orders of discovered brands. Ties are ordered by name. */
export const DISCOVERED_BRAND_ORDERS = {
  answers_desc: 'Brands in most answers first.',
  rank_asc: 'Best rank first, then brands in most answers; brands without a rank last.',
} as const satisfies Enumeration
export type DiscoveredBrandOrder = keyof typeof DISCOVERED_BRAND_ORDERS
