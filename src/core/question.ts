import { z } from 'zod'
import { COUNTRY_CODES } from '../providers/countries/country-codes.ts'
import { textSchema } from './text.ts'

const NOT_A_COUNTRY = 'must be an ISO 3166-1 alpha-2 country code in upper case, such as US'

/** Maximum number of locations of a prompt. */
const MAXIMUM_LOCATIONS = 20

/** An assigned ISO 3166-1 alpha-2 code, upper case. */
export const countrySchema = z
  .string('must be a text')
  .regex(/^[A-Z]{2}$/, NOT_A_COUNTRY)
  .refine((code) => COUNTRY_CODES.has(code), NOT_A_COUNTRY)

/** The countries a prompt is asked from: 1–20, distinct. */
export const locationsSchema = z
  .array(countrySchema, 'must be a list of country codes')
  .min(1, 'must hold at least one location')
  .max(MAXIMUM_LOCATIONS, `must hold at most ${MAXIMUM_LOCATIONS} locations`)
  .refine((codes) => new Set(codes).size === codes.length, 'must not hold a location twice')
  .describe('ISO 3166-1 alpha-2 country codes.')

/** Text of a prompt, 1–5,000 characters after trimming. */
export const promptTextSchema = textSchema(5_000)

/** Providers as tokens or aliases; operations look them up in the registry. */
export function providersSchema(most: number) {
  return z
    .array(
      z.string('must be a provider id').max(100, 'must be at most 100 characters'),
      'must be a list of provider ids',
    )
    .min(1, 'must hold at least one provider')
    .max(most, `must hold at most ${most} providers`)
    .describe('Provider ids or their aliases; answered with the ids.')
}
