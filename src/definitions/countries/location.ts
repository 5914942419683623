import { COUNTRY_CODES } from './country-codes.ts'

/** The country, the language and the city of a question. */
export interface Location {
  /** ISO 3166-1 alpha-2, upper case. */
  country: string
  /** BCP 47 without a region, such as `fr` or `zh-Hant`; null for the surface's default. */
  language: string | null
  /** Null for the country as a whole. */
  city: string | null
}

export const LOCATION_RULE =
  'must be a country such as CH (uppercase ISO 3166-1 alpha-2), a language and a country such as fr-CH (BCP 47), or either with a city such as fr-CH/Geneva'

const CITY = /^\p{L}[\p{L}\p{M} .'’-]{0,79}$/u

/**
 * Splits a location into its parts: `CH`, `fr-CH` and `fr-CH/Geneva` are the same country. Returns null for a text that
 * is not a location, or not in its canonical spelling.
 */
export function parseLocation(text: string): Location | null {
  const [place = '', city = null, ...rest] = text.split('/')
  const parsed = parsePlace(place)
  if (!parsed || rest.length > 0) return null
  const isCity = city === null || (CITY.test(city) && city === city.trim().normalize('NFC'))
  return isCity ? { ...parsed, city } : null
}

/** Returns the parts of a valid location. */
export function partsOf(location: string): Location {
  return parseLocation(location) ?? { country: location, language: null, city: null }
}

function parsePlace(place: string): Omit<Location, 'city'> | null {
  if (/^[A-Z]{2}$/.test(place)) return COUNTRY_CODES.has(place) ? { country: place, language: null } : null
  if (!/^[a-z]{2,3}(-[A-Z][a-z]{3})?-[A-Z]{2}$/.test(place)) return null
  const { language, script, region } = new Intl.Locale(place)
  if (region === undefined || !COUNTRY_CODES.has(region) || !isKnownLanguage(language)) return null
  const written = script === undefined ? language : `${language}-${script}`
  return `${written}-${region}` === place ? { country: region, language: written } : null
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

function isKnownLanguage(code: string): boolean {
  return languageNames.of(code) !== undefined
}

/** Returns the English name of a language, such as `French` for `fr`. */
export function languageName(language: string): string {
  return languageNames.of(language) ?? language
}
