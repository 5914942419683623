const COUNTRY = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
const LANGUAGE = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

const SHAPE = /^(?:([a-z]{2,3}(?:-[A-Z][a-z]{3})?)-)?([A-Z]{2})(?:\/(.+))?$/

/** The parts of a location such as `CH`, `fr-CH` or `fr-CH/Geneva`. */
export interface Location {
  country: string
  language: string | null
  city: string | null
}

/** Splits a location into its parts. Returns null for a text of another form; only the server knows all codes. */
export function splitLocation(text: string): Location | null {
  const [, language = null, country, city = null] = SHAPE.exec(text) ?? []
  return country === undefined ? null : { country, language, city }
}

/** Returns the text of a location for readers: `Switzerland`, or `Geneva, Switzerland (French)`. */
export function locationName(text: string): string {
  const location = splitLocation(text)
  if (!location) return text
  const { country, language, city } = location
  const place = [city, COUNTRY.of(country) ?? country].filter(Boolean).join(', ')
  return language === null ? place : `${place} (${LANGUAGE.of(language) ?? language})`
}
