import { z } from 'zod'
import { countrySchema } from '../question.ts'

const LONGEST = 250

/** Body of POST /search-volume and input of its twins on the other surfaces. */
export const volumeInputSchema = z.strictObject({
  keyword: z
    .string('must be a text')
    .trim()
    .min(1, 'must not be empty')
    .max(LONGEST, `must be at most ${LONGEST} characters`)
    .refine((text) => !/\0|\p{Surrogate}/u.test(text), 'must not contain NUL or half a surrogate pair')
    .describe('A short head term; for whole prompts there is no data.'),
  country: countrySchema.describe('ISO 3166-1 alpha-2.'),
})
export type VolumeInput = z.input<typeof volumeInputSchema>

/** Names one request over all its repetitions. */
export const idempotencyKeySchema = z
  .string('is required')
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
