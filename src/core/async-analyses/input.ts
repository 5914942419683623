import { z } from 'zod'
import { COUNTRY_CODES } from '../../providers/country-codes.ts'
import { nameSchema } from '../text.ts'
import { webhookSchema } from '../webhooks/target.ts'

/** Largest request (contract §3 "Async analysis"). */
export const ANALYSIS_LIMITS = {
  prompts: 100,
  providers: 7,
  locations: 20,
  replicates: 10,
  units: 10_000,
} as const

const promptSchema = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(5_000, 'must be at most 5,000 characters')
  .refine((text) => !text.includes('\0'), 'must not contain a NUL character')

const NOT_A_COUNTRY = 'must be an ISO 3166-1 alpha-2 country code in upper case, such as US'

const locationSchema = z
  .string('must be a text')
  .regex(/^[A-Z]{2}$/, NOT_A_COUNTRY)
  .refine((code) => COUNTRY_CODES.has(code), NOT_A_COUNTRY)

const distinct = (values: readonly string[]) => new Set(values).size === values.length

/** Body of POST /async-analysis and input of its twins on the other surfaces. */
export const startInputSchema = z.strictObject({
  prompt: promptSchema.optional().describe('One prompt; use this or prompts.'),
  prompts: z
    .array(promptSchema, 'must be a list of texts')
    .min(1, 'must hold at least one prompt')
    .max(ANALYSIS_LIMITS.prompts, `must hold at most ${ANALYSIS_LIMITS.prompts} prompts`)
    .optional()
    .describe('Several prompts as one request.'),
  brandName: nameSchema
    .optional()
    .describe('The brand to look for: required with an organization key, not accepted with a project key.'),
  replicates: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(ANALYSIS_LIMITS.replicates, `must be at most ${ANALYSIS_LIMITS.replicates}`)
    .describe('How often each prompt is asked of each provider and location.'),
  providers: z
    .array(
      z.string('must be a provider id').max(100, 'must be at most 100 characters'),
      'must be a list of provider ids',
    )
    .min(1, 'must hold at least one provider')
    .max(ANALYSIS_LIMITS.providers, `must hold at most ${ANALYSIS_LIMITS.providers} providers`)
    .describe('Provider ids or their aliases.'),
  locations: z
    .array(locationSchema, 'must be a list of country codes')
    .min(1, 'must hold at least one location')
    .max(ANALYSIS_LIMITS.locations, `must hold at most ${ANALYSIS_LIMITS.locations} locations`)
    .refine(distinct, 'must not hold a location twice')
    .describe('ISO 3166-1 alpha-2 country codes.'),
  webhook: webhookSchema.optional().describe('Called once the analysis has ended, however it ended.'),
})

export type StartInput = z.input<typeof startInputSchema>
