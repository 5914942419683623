import type { NameContext } from './context.ts'
import { topicOf } from './semantic-fields.ts'

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}

export const ARTICLES = setOf('a an')
export const DETERMINERS = setOf(
  'my your his her its our their this that these those each every any some no another what which',
)
export const QUANTIFIERS = setOf(
  'one both two three four five six seven eight nine ten many few several more most much good little half',
)
export const ADJECTIVES = setOf(
  `green red blue yellow white black brown big large small little old main central left right whole upper lower wild bad
  good great best sweet hot cold long short high low empty perfect single first second last local public open common
  robotic military political inner outer injured strong wide huge tiny nice lovely beautiful fresh clear dark bright deep full broken`,
)
export const PASSIVE_VERBS = setOf(
  `developed published released made produced manufactured designed created introduced acquired bought purchased owned
  operated headed sold marketed licensed founded launched announced distributed built powered supported used
  distributed employed hired rejected sued recorded directed conceived invented sponsored approved`,
)
export const COMPANY_CONTEXT = setOf(
  `joined join joining joins leaving former ceo employees employee merger merging merged rival competitor competitors
  like versus vs using use via sued between against beat beats working worked works versus`,
)
export const BUSINESS_VERBS = setOf(
  `announced announces announce launched launches launch released releases release unveiled unveils says said say introduced
  introduces introduce acquires acquired bought buys sold sells hired hires sues sued offers offered offer plans planned
  claims claimed charges charged reported reports expects wants wanted asked asks agreed published developed supports
  supported provides provided uses used controls controlled lets allows requires required rejected refused filed
  apologized confirmed decided started began continued failed partnered competes merged opened signed sign signs posted
  makes made created designed removed added dropped pulled built shipped shipping began invested stated declined responded`,
)
export const AUXILIARIES = setOf(
  'has had is was does did can will would could should may might also are were be been as',
)
export const MODALS = setOf('may might will would could')
export const LEGAL_FORMS = setOf(
  'inc corp corporation ltd llc co plc gmbh company lawsuit spokesman spokeswoman spokesperson headquarters ceo cto cfo stock shares fans bus app store stores',
)
const FUNCTION_WORDS = setOf(
  `, . ; : ! ? ( ) and or but in on at of to for from by with as than that which who where when is was are were be been has
  had have will would can could may between among through during within without about after before against not into onto over under is then so because if while - – — " ' ''`,
)

function isWord(word: string | undefined): boolean {
  return word !== undefined && /^[\p{L}\p{N}]/u.test(word)
}

/** True for a word that begins with a capital. The word is as written. */
export function isCapitalized(word: string): boolean {
  return /^\p{Lu}/u.test(word)
}

/** True for a lower-case word of a semantic field that does not also belong to business or technology. */
export function isThing(word: string | undefined): boolean {
  const known = topicOf(word ?? '')
  return known !== undefined && known.field !== null && !known.trade && !known.company
}

function isConjunction(word: string | undefined): boolean {
  return word === ',' || word === 'and' || word === 'or' || word === '/' || word === '&'
}

/** The words that commas, "and" or "or" coordinate with the name, at most one on either side. */
export function coordinatedWords({ before, after }: NameContext): string[] {
  const found: string[] = []
  for (const side of [before, after]) {
    let at = 0
    while (isConjunction(side[at]) && at < 2) at += 1
    const word = side[at]
    if (at > 0 && word !== undefined) found.push(word)
  }
  return found
}

/** True where a possessive 's follows the name, with or without a space. */
export function hasPossessive({ after }: NameContext): boolean {
  return (
    after[0] === "'s" || after[0] === '’s' || ((after[0] === "'" || after[0] === '’') && after[1] === 's')
  )
}

/** True for a word that may be a noun, an adjective or a verb: no punctuation mark and no function word. */
export function isContentWord(word: string | undefined): boolean {
  return isWord(word) && !FUNCTION_WORDS.has(word ?? '')
}

/** True for a word that begins the object of a verb: an article, a determiner or a pronoun. */
export function beginsObject(word: string): boolean {
  return word === 'the' || word === 'you' || word === 'them' || ARTICLES.has(word) || DETERMINERS.has(word)
}

/** True for the last noun of a noun phrase that begins with a determiner: "the nile delta is". */
export function endsNounPhrase({ before, after }: NameContext): boolean {
  const opener = before[1] ?? ''
  return (
    (opener === 'the' || ARTICLES.has(opener) || DETERMINERS.has(opener)) &&
    isContentWord(before[0]) &&
    !isContentWord(after[0])
  )
}

/** True where the word before has a capital that no beginning of a sentence explains: "River Forest", "Manchester United". */
export function endsLongerName({ previous, before }: NameContext): boolean {
  const word = before[0] ?? ''
  if (!isCapitalized(previous) || FUNCTION_WORDS.has(word) || ARTICLES.has(word)) return false
  const known = topicOf(word)
  return isWord(before[1]) && known?.company !== true
}

/** True among words most of which have capitals, as in headlines. */
export function inTitleCase({ nearby }: NameContext): boolean {
  const long = nearby.filter((word) => word.length > 3 && isWord(word))
  return long.length > 3 && long.filter(isCapitalized).length > 0.7 * long.length
}

const SENTENCE_ADVERBS = setOf(
  'indeed now next first overall instead still later today likewise plus here then ideal note last finally again once',
)

/** True where a conjunction and another capitalized word follow: "Stripe and Adyen", "Hinge, Bumble". */
export function beginsCoordination(c: NameContext): boolean {
  const sign = c.after[0] ?? ''
  if (!isCapitalized(c.second) || inTitleCase(c) || FUNCTION_WORDS.has(c.after[1] ?? '')) return false
  if (sign === ',') return !SENTENCE_ADVERBS.has(c.written.toLowerCase())
  return isConjunction(sign) || sign === 'vs' || sign === 'versus'
}

/** True where a second capitalized word follows that does not make the name of a place: "Apple Watch is". */
export function beginsLongerName(c: NameContext): boolean {
  const inCapitals = c.next.length > 1 && `${c.written}${c.next}` === `${c.written}${c.next}`.toUpperCase()
  if (inCapitals || !/\p{Lu}/u.test(c.next) || FUNCTION_WORDS.has(c.after[0] ?? '') || inTitleCase(c))
    return false
  if (topicOf(c.after[0] ?? '')?.field === 'place') return false
  return c.nearby.filter((word) => word.length > 2 && /^\p{Ll}/u.test(word)).length > 0
}
