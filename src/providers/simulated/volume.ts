import type { VolumeSource } from '../../core/provider-port/volume-source.ts'
import { combineHashes, fraction, hashText } from './seeded-random.ts'

/** Longer keywords have no volume. They are prompts, which are rarely repeated word for word. */
const MAXIMUM_WORDS = 8

/** Percentage of keywords without data. */
const PERCENT_WITHOUT_DATA = 12

/**
 * Generates search volumes. They range from ten to a few hundred thousand per month, are rounded to two digits, and
 * get lower with more words. The same keyword and country always have the same volume, in any letter case. Some
 * keywords have none.
 */
export const simulatedVolume: VolumeSource = {
  id: 'simulated',
  countries: '*',
  async estimate({ keyword, country }) {
    const words = keyword.toLowerCase().split(/\s+/u)
    if (words.length > MAXIMUM_WORDS) return null
    const seed = hashText(words.join(' '))
    if (seed % 100 < PERCENT_WITHOUT_DATA) return null
    // Countries differ, but a popular keyword is popular in all of them.
    const share =
      0.8 * fraction(combineHashes(seed, 1)) + 0.2 * fraction(combineHashes(seed, hashText(country)))
    const exponent = 1 + 4.6 * share * 0.92 ** (words.length - 1)
    return {
      monthlyVolume: rounded(10 ** exponent),
      confidence: 'low',
      method: 'simulated',
      asOf: null,
    }
  },
}

/** Rounds to two significant digits. */
function rounded(volume: number): number {
  return Number(volume.toPrecision(2))
}
