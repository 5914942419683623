import { z } from 'zod'
import type { Enumeration } from '../../definitions/enumeration.ts'
import { facts } from '../../definitions/facts.ts'
import { rateDefinition } from '../../metrics/definitions.ts'
import { quoteDefinition } from '../observations/observation.ts'

const count = (description: string, example: number) =>
  z.int().nonnegative().describe(description).register(facts, { example })

/** The answer that shows a discovered brand best, and the words that show it. */
export const discoveredEvidenceDefinition = quoteDefinition
  .extend({
    runId: z.uuid().describe('The run of the answer.'),
    resultId: z.uuid().describe('The answer, by the id of its result.'),
  })
  // Not `immutable`, which its quote is: another answer may show it better later.
  .register(facts, { immutable: false })

/** A brand that answers list or recommend and that the project does not track. */
export const discoveredBrandDefinition = z.object({
  name: z.string().describe('Its most frequent spelling.').register(facts, { example: 'Listwell' }),
  spellings: z
    .array(z.string())
    .describe('Its other spellings, at most 10, the most frequent first.')
    .register(facts, { example: ['List-Well'] }),
  mentionRate: rateDefinition.describe(
    'Answers that name it, of the answers in which such names were looked for.',
  ),
  recommended: count('Answers that recommend it.', 18),
  mentions: count('How often it is named.', 61),
  bestRank: z
    .int()
    .positive()
    .nullable()
    .describe('Its best rank in a list that answers a prompt, 1-based; null where no answer ranks it.')
    .register(facts, { example: 1 }),
  providers: z
    .array(z.string())
    .describe('The tokens of the providers whose answers name it.')
    .register(facts, { example: ['chatgpt', 'perplexity'] }),
  firstSeenAt: z.date().describe('When the first run of the project whose answers name it ended.'),
  evidence: discoveredEvidenceDefinition.describe(
    'The answer that ranks it best, or else recommends it most, and the words that show it.',
  ),
})
export type DiscoveredBrand = z.output<typeof discoveredBrandDefinition>

/** Which discovered brands a list has; each brand is in one of these. */
export const DISCOVERED_BRAND_STATES = {
  listed: 'Answers list or recommend it.',
  mentioned: 'Answers only name it: it may be a source, a shop or an example.',
  dismissed: 'It was dismissed as no brand to track.',
} as const satisfies Enumeration
export type DiscoveredBrandState = keyof typeof DISCOVERED_BRAND_STATES

/** The orders of discovered brands; those that are equal in one are ordered by name. */
export const DISCOVERED_BRAND_ORDERS = {
  answers_desc: 'Those named in most answers first.',
  rank_asc: 'Those with the best rank first, then those named in most answers; those without a rank last.',
} as const satisfies Enumeration
export type DiscoveredBrandOrder = keyof typeof DISCOVERED_BRAND_ORDERS
