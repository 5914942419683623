import { createRequire } from 'node:module'
import { z } from 'zod'

const optionalNumber = z.coerce.number().nullish().catch(null)
const tableSchema = z.array(
  z.looseObject({
    alpha2: z.string(),
    numeric: optionalNumber,
    latitude: optionalNumber,
    longitude: optionalNumber,
  }),
)

let rows: Map<string, z.output<typeof tableSchema>[number]> | null = null

/**
 * Returns the table row of a country. Uses `require` because importing JSON is experimental in Node 20 and prints a
 * warning.
 */
function findRow(code: string) {
  rows ??= new Map(
    tableSchema
      .parse(createRequire(import.meta.url)('country-locale-map/countries.json'))
      .map((row) => [row.alpha2, row]),
  )
  return rows.get(code)
}

const englishNames = new Intl.DisplayNames(['en'], { type: 'region' })

/** Facts about a country that providers need to ask like a local user. */
export interface Country {
  /** English name. */
  name: string
  /** ISO 3166-1 numeric code; null for a few small territories. */
  numeric: number | null
  /** A point within the country, in degrees; null for a few small territories. */
  coordinates: { latitude: number; longitude: number } | null
  /** ISO 639 code of the most widely read language (the likely subtag of Unicode CLDR). */
  language: string
}

/**
 * Returns the facts about a country.
 * @param code ISO 3166-1 alpha-2, upper case
 */
export function getCountry(code: string): Country {
  const row = findRow(code)
  const { latitude, longitude } = row ?? {}
  return {
    name: englishNames.of(code) ?? code,
    numeric: row?.numeric || null,
    coordinates: latitude == null || longitude == null ? null : { latitude, longitude },
    language: new Intl.Locale(`und-${code}`).maximize().language,
  }
}
