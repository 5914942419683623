import { z } from 'zod'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { rateDefinition } from '../../metrics/definitions.ts'

/** How often people had to correct the labels of a provider's answers in a language. */
export const correctionRateDefinition = z.object({
  provider: z.string().describe('Token of the provider.').register(fieldMetadata, { example: 'chatgpt' }),
  language: z
    .string()
    .nullable()
    .describe('Language of the answers, a BCP 47 primary subtag; null if unknown.')
    .register(fieldMetadata, { example: 'en' }),
  corrected: rateDefinition.describe(
    'Of the sentiment and strength labels that people corrected or confirmed, how many they changed. These labels are not a random sample if people review the uncertain ones first.',
  ),
})

/** Labels of a tracked brand in an answer that may be wrong. */
export const uncertainLabelDefinition = z.object({
  resultId: z.uuid().describe('ID of the result.'),
  entityId: z
    .string()
    .describe('The brand: `brand`, or the databaseId of a competitor.')
    .register(fieldMetadata, { example: 'brand' }),
  probability: z
    .number()
    .min(0)
    .max(1)
    .describe('Probability that the less certain of its sentiment and its strength is right, 0…1.')
    .register(fieldMetadata, { example: 0.41 }),
})
