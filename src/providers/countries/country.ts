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

/** Numbers of ISO 3166-1 and coordinates. Read by `require`: for Node 20 importing JSON is experimental, and prints a warning. */
function rowOf(code: string) {
  rows ??= new Map(
    tableSchema
      .parse(createRequire(import.meta.url)('country-locale-map/countries.json'))
      .map((row) => [row.alpha2, row]),
  )
  return rows.get(code)
}

const englishNames = new Intl.DisplayNames(['en'], { type: 'region' })

/** What providers need to know of a country to ask as a person there would. */
export interface Country {
  /** In English. */
  name: string
  /** ISO 3166-1 numeric; null for a few small territories. */
  numeric: number | null
  /** Degrees of a point within it; null for a few small territories. */
  coordinates: { latitude: number; longitude: number } | null
  /** The language that most people there read, ISO 639 (the likely subtag of Unicode CLDR). */
  language: string
}

/** @param code ISO 3166-1 alpha-2, upper case */
export function countryOf(code: string): Country {
  const row = rowOf(code)
  const { latitude, longitude } = row ?? {}
  return {
    name: englishNames.of(code) ?? code,
    numeric: row?.numeric || null,
    coordinates: latitude == null || longitude == null ? null : { latitude, longitude },
    language: new Intl.Locale(`und-${code}`).maximize().language,
  }
}
