import { hashOf } from './words.ts'

/** A Bloom filter of word hashes: a word that was never added is found with a small probability. */
export type WordFilter = Uint8Array

/** Number of bits per word. */
const PROBES = 4

function bitOf(hash: number, probe: number, bits: number): number {
  const mixed = Math.imul(hash ^ (probe * 0x3c6ef372), 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) & (bits - 1)
}

/** Adds a word hash to a filter. The filter's number of bits must be a power of two. */
export function addWord(filter: WordFilter, hash: number): void {
  for (let probe = 0; probe < PROBES; probe += 1) {
    const bit = bitOf(hash, probe, filter.length * 8)
    filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7))
  }
}

/** True for a word that was added to a filter; rarely also for others. */
export function hasWord(filter: WordFilter, hash: number): boolean {
  for (let probe = 0; probe < PROBES; probe += 1) {
    const bit = bitOf(hash, probe, filter.length * 8)
    if (!((filter[bit >> 3] ?? 0) & (1 << (bit & 7)))) return false
  }
  return true
}

const LANGUAGES = 'en da de fr es it pt nl sv nb'.split(' ')
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(2024, month, 10))
const WEEKDAYS = Array.from({ length: 7 }, (_, day) => new Date(2024, 0, 10 + day))

let calendarAndPlaces: Set<number> | undefined

/**
 * Returns the hashes of the words in names of countries, languages, months and weekdays. Many languages capitalize
 * them.
 */
export function wordsOfPlacesAndDates(): ReadonlySet<number> {
  if (calendarAndPlaces) return calendarAndPlaces
  const words = new Set<number>()
  const add = (name: string | undefined) => {
    for (const word of name?.toLowerCase().split(/[\s,()]+/) ?? []) words.add(hashOf(word))
  }
  for (const language of LANGUAGES) {
    const [region, tongue] = (['region', 'language'] as const).map(
      (type) => new Intl.DisplayNames([language], { type, fallback: 'none' }),
    )
    for (const first of LETTERS) {
      for (const second of LETTERS) {
        add(region?.of(first + second))
        add(tongue?.of((first + second).toLowerCase()))
      }
    }
    const month = new Intl.DateTimeFormat(language, { month: 'long' })
    for (const date of MONTHS) add(month.format(date))
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'long' })
    for (const date of WEEKDAYS) add(weekday.format(date))
  }
  calendarAndPlaces = words
  return words
}
