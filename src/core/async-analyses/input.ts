import { z } from 'zod'
import { COUNTRY_CODES } from '../../providers/country-codes.ts'
import { nameSchema } from '../text.ts'

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

const locationSchema = z
  .string('must be a text')
  .refine(
    (code) => COUNTRY_CODES.has(code),
    'must be an ISO 3166-1 alpha-2 country code in upper case, such as US',
  )

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
    .array(z.string('must be a provider id'), 'must be a list of provider ids')
    .min(1, 'must hold at least one provider')
    .max(ANALYSIS_LIMITS.providers, `must hold at most ${ANALYSIS_LIMITS.providers} providers`)
    .describe('Provider ids or their aliases.'),
  locations: z
    .array(locationSchema, 'must be a list of country codes')
    .min(1, 'must hold at least one location')
    .max(ANALYSIS_LIMITS.locations, `must hold at most ${ANALYSIS_LIMITS.locations} locations`)
    .refine(distinct, 'must not hold a location twice')
    .describe('ISO 3166-1 alpha-2 country codes.'),
})

export type StartInput = z.input<typeof startInputSchema>
