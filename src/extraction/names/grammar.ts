import type { NameContext } from './context.ts'
import { topicOf } from './semantic-fields.ts'
import { WORDS } from './words.ts'

function isWord(word: string | undefined): boolean {
  return word !== undefined && /^[\p{L}\p{N}]/u.test(word)
}

/** True for a word that starts with a capital. */
export function isCapitalized(word: string): boolean {
  return /^\p{Lu}/u.test(word)
}

/** True for a word from a semantic field that is neither a business word nor a company. */
export function isThing(word: string | undefined): boolean {
  const topic = topicOf(word ?? '')
  return topic !== undefined && topic.field !== null && !topic.trade && !topic.company
}

function isConjunction(word: string | undefined): boolean {
  return word === ',' || word === 'and' || word === 'or' || word === '/' || word === '&'
}

/** Returns the words that commas, "and" or "or" join to the name, at most one on each side. */
export function coordinatedWords({ before, after }: NameContext): string[] {
  const words: string[] = []
  for (const side of [before, after]) {
    let at = 0
    while (isConjunction(side[at]) && at < 2) at += 1
    const word = side[at]
    if (at > 0 && word !== undefined) words.push(word)
  }
  return words
}

/** True if a possessive 's follows the name, with or without a space. */
export function hasPossessive({ after }: NameContext): boolean {
  return (
    after[0] === "'s" || after[0] === '’s' || ((after[0] === "'" || after[0] === '’') && after[1] === 's')
  )
}

/** True for a word that may be a noun, an adjective or a verb, that is, neither punctuation nor a function word. */
export function isContentWord(word: string | undefined): boolean {
  return isWord(word) && !WORDS.functionWords.has(word ?? '')
}

/** True for a word that starts the object of a verb: an article, a determiner or a pronoun. */
export function beginsObject(word: string): boolean {
  return (
    word === 'the' ||
    word === 'you' ||
    word === 'them' ||
    WORDS.articles.has(word) ||
    WORDS.determiners.has(word)
  )
}

/** True for the last noun of a noun phrase with a determiner: "the nile delta is". */
export function endsNounPhrase({ before, after }: NameContext): boolean {
  const opener = before[1] ?? ''
  return (
    (opener === 'the' || WORDS.articles.has(opener) || WORDS.determiners.has(opener)) &&
    isContentWord(before[0]) &&
    !isContentWord(after[0])
  )
}

/**
 * True if the previous word has a capital inside a sentence: "River Forest", "Manchester United". Company names do not
 * count.
 */
export function endsLongerName({ previous, before }: NameContext): boolean {
  const word = before[0] ?? ''
  if (!isCapitalized(previous) || WORDS.functionWords.has(word) || WORDS.articles.has(word)) return false
  const topic = topicOf(word)
  return isWord(before[1]) && topic?.company !== true
}

/** True if most of the surrounding words have capitals, as in headlines. */
export function inTitleCase({ nearby }: NameContext): boolean {
  const long = nearby.filter((word) => word.length > 3 && isWord(word))
  return long.length > 3 && long.filter(isCapitalized).length > 0.7 * long.length
}

/** True before a conjunction and another capitalized word: "Stripe and Adyen", "Hinge, Bumble". */
export function beginsCoordination(c: NameContext): boolean {
  const sign = c.after[0] ?? ''
  if (!isCapitalized(c.second) || inTitleCase(c) || WORDS.functionWords.has(c.after[1] ?? '')) return false
  if (sign === ',') return !WORDS.sentenceAdverbs.has(c.written.toLowerCase())
  return isConjunction(sign) || sign === 'vs' || sign === 'versus'
}

/** True before a second capitalized word that does not form a place name: "Apple Watch is". */
export function beginsLongerName(c: NameContext): boolean {
  const inCapitals = c.next.length > 1 && `${c.written}${c.next}` === `${c.written}${c.next}`.toUpperCase()
  if (inCapitals || !/\p{Lu}/u.test(c.next) || WORDS.functionWords.has(c.after[0] ?? '') || inTitleCase(c))
    return false
  if (topicOf(c.after[0] ?? '')?.field === 'place') return false
  return c.nearby.filter((word) => word.length > 2 && /^\p{Ll}/u.test(word)).length > 0
}
