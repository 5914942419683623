import { z } from 'zod'
import { discoveredBrandDefinition } from '../../core/discovered-brands/definition.ts'
import { projectReextractionDefinition } from '../../core/reextractions/definition.ts'
import { facts } from '../../definitions/facts.ts'
import { competitorSchema } from './project.ts'

// What only REST has: the envelope of a page, and what tracking a brand answers.

/** A page of discovered brands. */
export const discoveredBrandPageSchema = z
  .object({
    data: z
      .array(discoveredBrandDefinition.meta({ id: 'DiscoveredBrand' }))
      .describe('In the order asked for.'),
    searchedAnswers: z
      .int()
      .nonnegative()
      .describe(
        'In how many answers such brands were looked for: 0 in runs that were read before that was done.',
      ),
    nextCursor: z
      .string()
      .nullable()
      .describe('Give it as `cursor` for the next page; null after the last one.'),
  })
  .meta({ id: 'DiscoveredBrandPage' })

/** Whether a discovered brand is dismissed. */
export const dismissedBrandSchema = z
  .object({
    name: z.string().describe('The name as it was sent.').register(facts, { example: 'Listwell' }),
    dismissed: z
      .boolean()
      .describe('Whether lists leave it out as no brand to track.')
      .register(facts, { example: true }),
  })
  .meta({ id: 'DismissedBrand' })

/** What came of tracking a discovered brand. */
export const trackedBrandSchema = z
  .object({
    competitor: competitorSchema,
    reextraction: projectReextractionDefinition.describe(
      'Reads the history of the project again, with the competitor.',
    ),
  })
  .meta({ id: 'TrackedBrand' })
