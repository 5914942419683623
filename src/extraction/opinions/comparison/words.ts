import words from '../../languages/english/comparisons.json' with { type: 'json' }
import { wordSets } from '../../languages/foundation/word-sets.ts'

/** Words that occur in English comparisons. */
export const WORDS = wordSets(words)
