import commonWords from '../languages/english/common-words.json' with { type: 'json' }
import { wordSets } from '../languages/foundation/word-sets.ts'
import { topicOf } from './semantic-fields.ts'

// Function words, some of which are also brand names, and English words, places and given names that are also brand
// names, in addition to the semantic fields.
const { functionWords: FUNCTION_WORDS, names: COMMON } = wordSets(commonWords)

/**
 * True for a name of letters only, in one or more words. Its context decides whether a lower-case occurrence means the
 * name.
 */
export function mayBeWord(name: string): boolean {
  return /^\p{sc=Latin}+(?:[ -]\p{sc=Latin}+)*$/u.test(name.trim())
}

/** True for a name that is a function word, such as "you", which starts sentences and has no possessive. */
export function isFunctionWord(name: string): boolean {
  return FUNCTION_WORDS.has(name.toLowerCase())
}

/**
 * True for a name that is also an ordinary English word, or that is too short to be recognized by its letters alone.
 */
export function isOrdinaryWord(name: string): boolean {
  const word = name.trim().toLowerCase()
  return (
    /^[a-z]{1,2}$/.test(word) || COMMON.has(word) || FUNCTION_WORDS.has(word) || topicOf(word)?.field != null
  )
}
