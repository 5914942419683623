import { splitLocation } from '../formatting/location.ts'

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Codes that have a name but are not ISO 3166-1 countries. */
const RESERVED = 'AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' ')

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** ISO 3166-1 countries by code, sorted by their English names. */
export const COUNTRIES: ReadonlyMap<string, string> = new Map(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .flatMap((code) => {
      // Codes that are no longer in use are mapped to another region.
      const isCurrent = new Intl.Locale(`und-${code}`).region === code && !RESERVED.includes(code)
      const name = isCurrent ? NAMES.of(code) : undefined
      return name ? [[code, name] as const] : []
    })
    .sort(([, a], [, b]) => a.localeCompare(b, 'en')),
)

/** Whether a text has the form of a location in an existing country. */
export function isLocation(text: string): boolean {
  const location = splitLocation(text)
  return location !== null && COUNTRIES.has(location.country)
}
