import type { Span } from '../foundation/observation.ts'
import { wordsOfAll } from '../languages/languages.ts'
import { type BrandCue, CAPITAL_CUES, EXPECTED_CUES, NEAR_CUES } from './brand-cues.ts'
import { isFunctionWord, isOrdinaryWord } from './common-words.ts'
import { type Casing, contextOf, type NameContext, type TextTraits } from './context.ts'
import { endsInside, foreignSense, isAcronym, isOneWord, type Sense } from './foreign-sense.ts'
import { beginsObject } from './grammar.ts'
import { capitalExpected, standsAlone } from './position.ts'
import { topicOf } from './semantic-fields.ts'
import { WORDS } from './words.ts'

const FOREIGN_FUNCTION_WORDS = wordsOfAll(({ grammar }) => grammar.notEnglish)
const FOREIGN_ARTICLES = wordsOfAll(({ grammar }) => grammar.articles)

const NEXT_WORD = /^[\s*_]*([a-z]+)/i

const NEAR_WORDS = 12
const MAX_SCORE = 3.5

/**
 * Scores the topics of the words around a name. Companies and business words count for the brand. Words from the name's
 * own semantic field count against it. With `others`, words from any other field also count slightly against it. The
 * twelve nearest words on each side count more. `most` limits the positive part.
 */
function topicScore(
  { before, after, field, written }: NameContext,
  { others, most = MAX_SCORE }: { others: boolean; most?: number },
): number {
  let brand = 0
  let ordinary = 0
  const name = written.toLowerCase()
  for (const side of [before, after]) {
    for (let index = 0; index < side.length; index += 1) {
      const word = side[index] ?? ''
      const topic = word.length > 1 && word !== name ? topicOf(word) : undefined
      if (!topic) continue
      const near = index < NEAR_WORDS ? 1 : 0.6
      if (topic.company) brand += near
      else if (topic.trade) brand += (topic.field === null ? 0.7 : 0.3) * near
      else if (topic.field === field) ordinary += near
      else if (others) ordinary += 0.35 * near
    }
  }
  return Math.min(brand, most) - Math.min(ordinary, MAX_SCORE)
}

function isOtherScript(word: string): boolean {
  return /^(?!\p{sc=Latin})\p{L}/u.test(word)
}

/**
 * Classifies a word in a line that is not English. There, a capitalized English word is a name unless an article makes
 * it a noun of that language, as German nouns have capitals. Returns null if the line may be English.
 */
function isNameInForeignText({ before, after, previous, next }: NameContext): boolean | null {
  if (isOtherScript(previous) || isOtherScript(next)) return true
  let foreign = false
  for (const side of [after, before]) {
    for (const word of side) {
      if (WORDS.englishOnly.has(word)) return null
      foreign ||= FOREIGN_FUNCTION_WORDS.has(word)
    }
  }
  if (!foreign) return null
  return !FOREIGN_ARTICLES.has(before[0] ?? '') || after[0] === '-'
}

function sumOf(cues: readonly BrandCue[], context: NameContext): number {
  return cues.reduce((sum, { weight, holds }) => sum + (holds(context) ? weight : 0), 0)
}

// Initial scores by the casing of the text: bonus for a word that is not listed as ordinary, then the scores in lower
// case, with a capital, and with a capital that any word would have in its position.
const UNLISTED_WORD = 1
const LOWER: Record<Casing, number> = { none: 0, informal: -1.5, edited: -6 }
const CAPITAL: Record<Casing, number> = { none: 2, informal: 2, edited: 2.5 }
const EXPECTED: Record<Casing, number> = { none: 0, informal: -1, edited: -2.8 }

/** True for a word derived from an ordinary word by a suffix: "teams", "keeper". */
function isDerivedWord(word: string): boolean {
  const stem = /^(\p{L}{2,}?)(?:e?s|e?rs?|ing|e?d|ly|y)$/u.exec(word)?.[1]
  return stem !== undefined && (isOrdinaryWord(stem) || isOrdinaryWord(`${stem}e`))
}

function isOrdinaryPhrase(name: string): boolean {
  const words = name.split(/[ -]/)
  return words.every(
    (word) => isOrdinaryWord(word) || (words.length > 1 && topicOf(word.toLowerCase())?.trade),
  )
}

function lowerSense(text: string, { start, end }: Span, name: string, casing: Casing): boolean {
  if (/[@$#]\s?$/.test(text.slice(Math.max(0, start - 2), start))) return true
  // "sign-ups" does not mention UPS.
  if (/[\p{L}\p{N}][-\u2010\u2011]$/u.test(text.slice(Math.max(0, start - 2), start))) return false
  const capitals = name === name.toLowerCase() ? 'none' : casing
  const ordinary = isOrdinaryPhrase(name)
  if (!ordinary && capitals !== 'none') return capitals !== 'edited' || !isDerivedWord(name.toLowerCase())
  if (capitals === 'edited') return false
  if (!/^[a-z]+$/i.test(name)) return true
  const context = contextOf(text, start, end, capitals)
  const prior = LOWER[capitals] + (ordinary ? 0 : UNLISTED_WORD)
  return prior + sumOf(NEAR_CUES, context) + topicScore(context, { others: true }) > 0
}

/** Bonus for a word with an expected capital if the rest of the answer clearly means the brand. */
const MEANT_ELSEWHERE = 3

/**
 * Decides whether an occurrence of a name that may be an ordinary word means the brand (word sense disambiguation). It
 * does if its position does not explain its capital or if the following words typically follow names. If capitals say
 * little, weighted cues from the context decide. Returns `open` if the rest of the answer has to decide. Reads a fixed
 * number of characters around the span (UTF-16 offsets).
 */
export function senseOf(text: string, span: Span, name: string, traits: TextTraits): Sense {
  const { start, end } = span
  const written = text.slice(start, end)
  const after = text.slice(end, end + 3)
  if (name.length <= 2 && (written !== name || endsInside(name, after))) return 'word'
  if (name.length <= 2 && (!traits.foreign || isAcronym(name))) return 'brand'
  if (traits.foreign) return foreignSense(text, span, name, traits)
  if (written === written.toLowerCase())
    return lowerSense(text, span, name, traits.casing()) ? 'brand' : 'word'
  if (!isOneWord(name)) return 'brand'
  // "Sign-Ups" does not mention UPS either.
  if (isAcronym(name) && !isAcronym(written) && text.charAt(start - 1) === '-') return 'word'
  if (!isOrdinaryWord(name)) return 'brand'
  const expected = capitalExpected(text, start)
  if (expected && standsAlone(text, start, end)) return 'brand'
  const next = NEXT_WORD.exec(text.slice(end, end + 24))?.[1]?.toLowerCase() ?? ''
  const followedLikeName = /^\s?['’]s\b/.test(after) || (expected && WORDS.afterName.has(next))
  const calendar = WORDS.calendar.has(written.toLowerCase())
  const functionWord = isFunctionWord(name)
  if (followedLikeName && !calendar && !functionWord) return 'brand'
  const context = contextOf(text, start, end, traits.casing())
  if (calendar) {
    if (WORDS.beforeDate.has(context.before[0] ?? '') || WORDS.afterDate.has(next)) return 'word'
    if (followedLikeName) return 'brand'
  }
  const foreign = isNameInForeignText(context)
  if (foreign !== null) return foreign ? 'brand' : 'word'
  if (functionWord && expected) return 'word'
  const near = sumOf(NEAR_CUES, context)
  if (expected) {
    const more = sumOf(EXPECTED_CUES, context) + topicScore(context, { others: true, most: 1.5 })
    if (EXPECTED[context.casing] + near + more > 0) return 'brand'
    const follower = context.after[0] ?? ''
    // "Box the gift" and "Target audience" never mean brands. "Tide removes" and "Delta flights" may.
    const isSubject = !beginsObject(follower) && (/(?:[^s]s|ed)$/.test(follower) || near > 0)
    return isSubject && EXPECTED[context.casing] + near + more + MEANT_ELSEWHERE > 0 ? 'open' : 'word'
  }
  const more = sumOf(CAPITAL_CUES, context) + topicScore(context, { others: false, most: 1 })
  return CAPITAL[context.casing] + near + more > 0 ? 'brand' : 'word'
}
