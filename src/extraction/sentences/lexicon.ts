import words from '../languages/english/lexicon.json' with { type: 'json' }

/** The effect of a word on an opinion. */
export interface Meaning {
  /** Polarity and strength of an opinion word, −2…2; 0 for other words. */
  valence: number
  /** Factor for a directly following opinion word: 1.5 for an intensifier, 0.5 for a downtoner, otherwise 1. */
  intensity: number
  /** True for a negation, which inverts the following opinion words. */
  negates: boolean
}

const NO_MEANING: Meaning = { valence: 0, intensity: 1, negates: false }
/** The opinion lexicon: English words in lower case and their effects in product reviews. */
export const LEXICON = new Map<string, Meaning>()

function add(list: readonly string[], change: Partial<Meaning>): void {
  for (const word of list) {
    LEXICON.set(word, { ...NO_MEANING, ...LEXICON.get(word), ...change })
  }
}

add(words.positive, { valence: 1 })
add(words.veryPositive, { valence: 2 })
add(words.negative, { valence: -1 })
add(words.veryNegative, { valence: -2 })
add(words.intensifiers, { intensity: 1.5 })
add(words.downtoners, { intensity: 0.5 })
add(words.negations, { negates: true })

/** Returns the effect of a lower-case word on an opinion. */
export function meaningOf(word: string): Meaning {
  return LEXICON.get(word) ?? NO_MEANING
}
