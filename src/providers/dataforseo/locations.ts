import { countryOf } from '../countries/country.ts'
import { COUNTRY_CODES } from '../countries/country-codes.ts'

/** No service of the vendor covers them (https://docs.dataforseo.com/v3/serp/google/locations/). */
const EXCLUDED = new Set(['BY', 'RU'])

/** The vendor's number of a country, which is 2000 and its ISO 3166-1 number; null where it covers none. */
export function locationCodeOf(location: string): number | null {
  const { numeric } = countryOf(location)
  return numeric === null || EXCLUDED.has(location) ? null : 2_000 + numeric
}

/** The countries that the vendor covers. */
export const LOCATIONS: readonly string[] = [...COUNTRY_CODES].filter((code) => locationCodeOf(code) !== null)
