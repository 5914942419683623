import { countryOf } from '../countries.ts'
import { COUNTRY_CODES } from '../country-codes.ts'

/** No service of the vendor covers them (https://docs.dataforseo.com/v3/serp/google/locations/). */
const EXCLUDED = new Set(['BY', 'RU'])

/** Codes of Google for languages that CLDR names otherwise, and languages in which its pages are not offered, with what is read instead. */
const GOOGLE_LANGUAGES: Readonly<Record<string, string>> = {
  nb: 'no',
  nn: 'no',
  he: 'iw',
  bm: 'fr',
  sg: 'fr',
  gn: 'es',
  pap: 'nl',
  kl: 'da',
  bi: 'en',
  dv: 'en',
  dz: 'en',
  pau: 'en',
  sm: 'en',
  tkl: 'en',
  tpi: 'en',
  tvl: 'en',
}

/** The vendor's number of a country, which is 2000 and its ISO 3166-1 number; null where it covers none. */
export function locationCodeOf(location: string): number | null {
  const { numeric } = countryOf(location)
  return numeric === null || EXCLUDED.has(location) ? null : 2_000 + numeric
}

/** The countries that the vendor covers. */
export const LOCATIONS: readonly string[] = [...COUNTRY_CODES].filter((code) => locationCodeOf(code) !== null)

/** The code by which Google knows the language of most people in a country. */
export function languageCodeOf(location: string): string {
  const { language } = countryOf(location)
  if (language === 'zh') return location === 'CN' ? 'zh-CN' : 'zh-TW'
  return GOOGLE_LANGUAGES[language] ?? language
}
