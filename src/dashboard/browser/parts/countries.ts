const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Codes that have a name but are no country of ISO 3166-1. */
const RESERVED = 'AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' ')

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The countries of ISO 3166-1 by code, in the order of their English names. */
export const COUNTRIES: ReadonlyMap<string, string> = new Map(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .flatMap((code) => {
      // A code that is no longer in use stands for another one.
      const isPresent = new Intl.Locale(`und-${code}`).region === code && !RESERVED.includes(code)
      const name = isPresent ? NAMES.of(code) : undefined
      return name ? [[code, name] as const] : []
    })
    .sort(([, a], [, b]) => a.localeCompare(b, 'en')),
)
