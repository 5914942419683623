import { z } from 'zod'
import { enumSchema } from '../../definitions/enumeration.ts'
import { facts } from '../../definitions/facts.ts'
import { VOLUME_CONFIDENCES, VOLUME_METHODS } from '../../providers/volume-source.ts'
import { countrySchema } from '../question.ts'
import { textSchema } from '../text.ts'

/** Credits that one attempt costs, whatever its outcome. */
export const VOLUME_CREDITS = 40

/** An estimate of search volume. It is also the schema by which estimates are stored with their idempotency key. */
export const volumeDefinition = z
  .object({
    keyword: z
      .string()
      .describe('The keyword, without white space around it.')
      .register(facts, { example: 'task manager' }),
    country: z.string().describe('The country, ISO 3166-1 alpha-2.').register(facts, { example: 'US' }),
    monthlyVolume: z
      .int()
      .nonnegative()
      .describe('Estimated number of questions per month.')
      .register(facts, { example: 5400 }),
    confidence: enumSchema(VOLUME_CONFIDENCES, 'How reliable the estimate is.'),
    method: enumSchema(VOLUME_METHODS, 'What the estimate is made from: nobody counts the prompts.'),
    asOf: z
      .string()
      .describe(
        'What the estimate is of: a month, `YYYY-MM`, or where the source names none the day on which it was asked, `YYYY-MM-DD`.',
      )
      .register(facts, { example: '2026-10' }),
    source: z
      .string()
      .describe('The source of the estimate: `dataforseo`, or `simulated` if none was asked.')
      .register(facts, { example: 'simulated' }),
    cached: z
      .boolean()
      .describe('Whether the estimate is cached: the source was asked in the last 30 days.')
      .register(facts, { example: false }),
    creditsCharged: z
      .int()
      .nonnegative()
      .describe('Credits charged for this request.')
      .register(facts, { example: VOLUME_CREDITS }),
  })
  .meta({ id: 'SearchVolume' })

export type VolumeRecord = z.infer<typeof volumeDefinition>

const MAXIMUM_LENGTH = 250

/** Body of POST /search-volume and input of the same operation on the other surfaces. */
export const volumeInputSchema = z.strictObject({
  keyword: textSchema(MAXIMUM_LENGTH).describe('A short head term; for whole prompts there is no data.'),
  country: countrySchema.describe('The country, ISO 3166-1 alpha-2.'),
})
export type VolumeInput = z.input<typeof volumeInputSchema>
