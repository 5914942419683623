import words from '../languages/english/name-context.json' with { type: 'json' }
import { wordSets } from '../languages/foundation/word-sets.ts'

/** English words next to which a name means the brand, or the ordinary word. */
export const WORDS = wordSets(words)
