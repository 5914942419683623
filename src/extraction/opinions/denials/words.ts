import type { Language } from '../../languages/foundation/language.ts'
import { LANGUAGES, wordsOfAll } from '../../languages/languages.ts'
import type { Token } from '../../sentences/tokens.ts'

type DenialList = keyof Language['denials']

function setOf(...lists: DenialList[]): ReadonlySet<string> {
  return wordsOfAll(({ denials }) => lists.flatMap((list) => denials[list]))
}

/** Returns an alternation of the regular expressions in one list of all languages. */
export function patternOf(list: DenialList): string {
  return LANGUAGES.flatMap(({ denials }) => denials[list]).join('|')
}

// `DenialWords` in the languages' folder explains the lists.
export const FIRST_PERSON = setOf('firstPerson')
export const KNOWLEDGE = setOf('knowledge')
export const SEARCH = setOf('search')
export const ACQUAINTANCE = setOf('acquaintance')
export const UNAWARE = setOf('unaware')
export const FILLER = setOf('filler')
export const LIMITS = setOf('limits')
export const RECOGNIZED = setOf('recognized')
export const EXISTS = setOf('exists')
export const KINDS = setOf('kinds')
export const HEDGES = setOf('hedges')
/** Negative determiners such as "no", which negate the following noun for any subject. */
export const NEGATIVE_DETERMINERS = setOf('none')
export const TOPICS = setOf('topics')
export const SOURCES = setOf('sources')
const NEGATIONS = setOf('unable', 'unaware', 'none', 'not')
const JUDGING = setOf('judging')
const MISSING = setOf('missing', 'nothing')
const NOTHING = setOf('nothing')
const TOO = setOf('too')
const LITTLE = setOf('little')

/** True for a negation in any of the languages. */
export function isNegation({ word, meaning }: Token): boolean {
  return meaning.negates || NEGATIONS.has(word)
}

/** True for "too little" and for verbs such as "lack", which work like a negation. */
export function isMissing(before: string, word: string): boolean {
  return MISSING.has(word) || (LITTLE.has(word) && TOO.has(before))
}

/** True for words for missing knowledge, or for what a writer without knowledge cannot do. */
export function isUnknown(word: string): boolean {
  return JUDGING.has(word) || (KNOWLEDGE.has(word) && !NOTHING.has(word))
}
