import { fraction, hashText, mix } from '../simulation/numbers.ts'
import type { VolumeSource } from './source.ts'

/** Volumes are known of head terms; a longer one is a prompt, which nobody else types in these words. */
const MOST_WORDS = 8

/** How many keywords in a hundred there is no data for. */
const WITHOUT_DATA = 12

/**
 * Makes figures up, the same for the same keyword and country in any spelling of cases: from ten to some hundred
 * thousand a month, rounded as such estimates are, fewer the longer the keyword. Some keywords have none.
 */
export const simulatedVolume: VolumeSource = {
  id: 'simulated',
  async estimate({ keyword, country }) {
    const words = keyword.toLowerCase().split(/\s+/u)
    if (words.length > MOST_WORDS) return null
    const seed = hashText(words.join(' '))
    if (seed % 100 < WITHOUT_DATA) return null
    // Countries differ, but a popular keyword is popular in all of them.
    const share = 0.8 * fraction(mix(seed, 1)) + 0.2 * fraction(mix(seed, hashText(country)))
    const exponent = 1 + 4.6 * share * 0.92 ** (words.length - 1)
    return { monthlyVolume: rounded(10 ** exponent), confidence: 'low' }
  },
}

/** To two digits. */
function rounded(volume: number): number {
  return Number(volume.toPrecision(2))
}
