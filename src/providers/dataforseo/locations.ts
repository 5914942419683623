import { getCountry } from '../../definitions/countries/country.ts'
import { COUNTRY_CODES } from '../../definitions/countries/country-codes.ts'

/** Countries that none of the vendor's services covers (https://docs.dataforseo.com/v3/serp/google/locations/). */
const EXCLUDED = new Set(['BY', 'RU'])

/**
 * Returns the vendor's location code, which is 2000 plus the ISO 3166-1 number, or null for countries that it does
 * not cover.
 */
export function locationCodeOf(country: string): number | null {
  const { numeric } = getCountry(country)
  return numeric === null || EXCLUDED.has(country) ? null : 2_000 + numeric
}

/** Countries that the vendor covers. */
export const LOCATIONS: readonly string[] = [...COUNTRY_CODES].filter((code) => locationCodeOf(code) !== null)
