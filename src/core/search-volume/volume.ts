import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { textSchema } from '../foundation/text.ts'
import { countrySchema } from '../prompts/question.ts'
import { VOLUME_CONFIDENCES, VOLUME_METHODS } from '../provider-port/volume-source.ts'

/** Cost of one attempt in credits, regardless of its outcome. */
export const VOLUME_CREDITS = 40

/** An estimate of search volume. Estimates are also stored with their idempotency key in this format. */
export const volumeDefinition = z
  .object({
    keyword: z
      .string()
      .describe('The keyword, without surrounding white space.')
      .register(fieldMetadata, { example: 'task manager' }),
    country: z
      .string()
      .describe('The country, ISO 3166-1 alpha-2.')
      .register(fieldMetadata, { example: 'US' }),
    monthlyVolume: z
      .int()
      .nonnegative()
      .describe('Estimated number of questions per month.')
      .register(fieldMetadata, { example: 5400 }),
    confidence: enumSchema(VOLUME_CONFIDENCES, 'How reliable the estimate is.'),
    method: enumSchema(
      VOLUME_METHODS,
      'Data that the estimate is based on. The actual number of prompts is not known.',
    ),
    asOf: z
      .string()
      .describe(
        'Date of the estimate: a month as `YYYY-MM`, or the day of the request as `YYYY-MM-DD` if the source does not specify a month.',
      )
      .register(fieldMetadata, { example: '2026-10' }),
    source: z
      .string()
      .describe('Source of the estimate: `dataforseo`, or `simulated` for a simulated estimate.')
      .register(fieldMetadata, { example: 'simulated' }),
    cached: z
      .boolean()
      .describe('Whether the estimate comes from the cache. Estimates are cached for 30 days.')
      .register(fieldMetadata, { example: false }),
    creditsCharged: z
      .int()
      .nonnegative()
      .describe('Credits charged for this request.')
      .register(fieldMetadata, { example: VOLUME_CREDITS }),
  })
  .meta({ id: 'SearchVolume' })

export type VolumeRecord = z.infer<typeof volumeDefinition>

const MAXIMUM_LENGTH = 250

/** Body of POST /search-volume, and input of the same operation in the other interfaces. */
export const volumeInputSchema = z.strictObject({
  keyword: textSchema(MAXIMUM_LENGTH).describe('A short keyword. There is no data for whole prompts.'),
  country: countrySchema.describe('The country, ISO 3166-1 alpha-2.'),
})
export type VolumeInput = z.input<typeof volumeInputSchema>
