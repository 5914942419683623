import { z } from 'zod'
import { discoveredBrandDefinition } from '../../core/discovered-brands/definition.ts'
import { projectReextractionDefinition } from '../../core/reextractions/definition.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { competitorSchema } from './project.ts'

// REST-specific schemas: the envelope of a page, and the responses for tracking and dismissing a brand.

export const discoveredBrandPageSchema = z
  .object({
    data: z
      .array(discoveredBrandDefinition.meta({ id: 'DiscoveredBrand' }))
      .describe('Brands in the requested order.'),
    searchedAnswers: z
      .int()
      .nonnegative()
      .describe(
        'Number of answers that were searched for brands; 0 for runs from before brand discovery existed.',
      ),
    nextCursor: z
      .string()
      .nullable()
      .describe('Pass it as `cursor` to get the next page; null on the last page.'),
  })
  .meta({ id: 'DiscoveredBrandPage' })

export const dismissedBrandSchema = z
  .object({
    name: z
      .string()
      .describe('The name as sent in the request.')
      .register(fieldMetadata, { example: 'Listwell' }),
    dismissed: z
      .boolean()
      .describe('Whether lists omit the brand.')
      .register(fieldMetadata, { example: true }),
  })
  .meta({ id: 'DismissedBrand' })

/** Response of the endpoint that tracks a discovered brand. */
export const trackedBrandSchema = z
  .object({
    competitor: competitorSchema,
    reextraction: projectReextractionDefinition.describe(
      'Re-analysis of past answers with the new competitor.',
    ),
  })
  .meta({ id: 'TrackedBrand' })
