const NAMES = new Intl.DisplayNames('en', { type: 'region' })

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function countryNames(): string[] {
  const names: string[] = []
  for (const first of ALPHABET)
    for (const second of ALPHABET) {
      const code = first + second
      const name = NAMES.of(code)
      if (name !== undefined && name !== code) names.push(name.toLowerCase())
    }
  return names
}

/** Countries, continents and other regions that are larger than a city, in lower case. */
const LARGE_PLACES = new Set([
  ...countryNames(),
  ...`us u.s. usa u.s.a. uk u.k. america england scotland wales europe asia africa australia oceania scandinavia
  california texas florida washington massachusetts illinois colorado georgia ontario bavaria catalonia`.split(
    /\s+/,
  ),
  ...[
    'the us',
    'the usa',
    'the uk',
    'the united states',
    'the united kingdom',
    'the netherlands',
    'the eu',
    'eu',
    'north america',
  ],
  ...[
    'south america',
    'latin america',
    'the nordics',
    'silicon valley',
    'the bay area',
    'bay area',
    'new england',
  ],
])
// The city and the city state have the same name as a country or state.
for (const city of ['singapore', 'luxembourg', 'washington', 'georgia']) LARGE_PLACES.delete(city)

/** True for the name of a country or of another region that contains cities. Case-insensitive. */
export function isLargePlace(name: string): boolean {
  return LARGE_PLACES.has(name.toLowerCase())
}

/** A capitalized name, possibly of several words: "New York", "The Hague", "Santa Clara". */
export const PLACE = String.raw`(?:the )?\p{Lu}[\p{L}.'’-]*(?: (?:\p{Lu}[\p{L}.'’-]*|de|la|am|of)){0,3}`

/** Returns the name in the form in which places are compared. */
export function placeKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^the /, '')
    .replace(/[.'’]+/g, '')
    .trim()
}
