import { z } from 'zod'
import { COUNTRY_CODES } from '../../definitions/countries/country-codes.ts'
import { LOCATION_RULE, parseLocation } from '../../definitions/countries/location.ts'
import { textSchema } from '../foundation/text.ts'

const NOT_A_COUNTRY = 'must be an uppercase ISO 3166-1 alpha-2 country code, such as US'

/** Maximum number of locations per prompt. */
const MAXIMUM_LOCATIONS = 20

/** An assigned ISO 3166-1 alpha-2 code in uppercase. */
export const countrySchema = z
  .string('must be a text')
  .regex(/^[A-Z]{2}$/, NOT_A_COUNTRY)
  .refine((code) => COUNTRY_CODES.has(code), NOT_A_COUNTRY)

/** A country, optionally with a language and a city: `CH`, `fr-CH` or `fr-CH/Geneva`. */
export const locationSchema = z
  .string('must be a text')
  .max(100, LOCATION_RULE)
  .refine((location) => parseLocation(location) !== null, LOCATION_RULE)

/** Locations of a prompt: 1–20 distinct ones. */
export const locationsSchema = z
  .array(locationSchema, 'must be a list of locations')
  .min(1, 'must contain at least one location')
  .max(MAXIMUM_LOCATIONS, `must contain at most ${MAXIMUM_LOCATIONS} locations`)
  .refine((codes) => new Set(codes).size === codes.length, 'must not contain a location twice')
  .describe(
    'Countries (ISO 3166-1 alpha-2), each with an optional language (BCP 47) and city: `CH`, `fr-CH`, `fr-CH/Geneva`.',
  )

/** Text of a prompt: 1–5,000 characters after trimming. */
export const promptTextSchema = textSchema(5_000)

/**
 * Returns the schema for a list of provider tokens or aliases. Only the syntax is checked; operations look the
 * providers up in the registry.
 */
export function providersSchema(maximum: number) {
  return z
    .array(
      z.string('must be a provider id').max(100, 'must be at most 100 characters'),
      'must be a list of provider ids',
    )
    .min(1, 'must contain at least one provider')
    .max(maximum, `must contain at most ${maximum} providers`)
    .describe('Provider IDs or aliases. Responses contain the IDs.')
}
