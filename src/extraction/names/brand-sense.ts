import type { Span } from '../observation.ts'
import { type BrandCue, CAPITAL_CUES, EXPECTED_CUES, NEAR_CUES } from './brand-cues.ts'
import { isFunctionWord, isOrdinaryWord } from './common-words.ts'
import { type Casing, contextOf, type NameContext, type TextTraits } from './context.ts'
import { endsInside, foreignSense, isAcronym, isOneWord, type Sense } from './foreign-sense.ts'
import { beginsObject } from './grammar.ts'
import { capitalExpected, standsAlone } from './position.ts'
import { topicOf } from './semantic-fields.ts'

const CALENDAR = new Set(['monday', 'march'])
const BEFORE_DATE = new Set(
  'on by every next last this until till since from each late early of in'.split(' '),
)
const AFTER_DATE = new Set('morning afternoon evening night through to at'.split(' '))
// Verbs and business nouns that follow a name even in a title in which every word has a capital.
const AFTER_NAME = new Set(
  `is was has had offers provides lets allows helps makes gives supports includes integrates costs charges charged said
  says announced launched released vs inc corp ltd llc app crm ai api pro plus software platform stock shares store stores
  ceo can also does did remains stands excels uses works owns operates competes specializes specialises focuses ranks
  connects combines automates`.split(/\s+/),
)

const NEXT_WORD = /^[\s*_]*([a-z]+)/i

const NEAR_WORDS = 12
const MOST_SCORE = 3.5

/**
 * Score of the topics of the words around a name: companies and words of business count for the brand; words of the name's own
 * semantic field count against it, and, where `others` is set, words of any other field a little. The twelve nearest words of either
 * side count more; the positive part is limited to `most`.
 */
function topicScore(
  { before, after, field, written }: NameContext,
  { others, most = MOST_SCORE }: { others: boolean; most?: number },
): number {
  let brand = 0
  let ordinary = 0
  const own = written.toLowerCase()
  for (const side of [before, after]) {
    for (let index = 0; index < side.length; index += 1) {
      const word = side[index] ?? ''
      const topic = word.length > 1 && word !== own ? topicOf(word) : undefined
      if (!topic) continue
      const near = index < NEAR_WORDS ? 1 : 0.6
      if (topic.company) brand += near
      else if (topic.trade) brand += (topic.field === null ? 0.7 : 0.3) * near
      else if (topic.field === field) ordinary += near
      else if (others) ordinary += 0.35 * near
    }
  }
  return Math.min(brand, most) - Math.min(ordinary, MOST_SCORE)
}

// Function words that are no English words: Danish, Norwegian, Swedish, German, Dutch, French, Spanish, Portuguese, Italian.
const FOREIGN_FUNCTION_WORDS = new Set(
  `og er det ikke til af på også eller hvor fordi være kan har deres mange blandt och att är inte för från finns hos und ist
  das nicht ein eine einen für auf oder auch sich bei von zu zum zur wird sind werden het een niet voor zijn ook worden les
  une des est pas pour avec sur dans qui que sont aux leur el los las una por para con del es y su más sono della gli che
  anche più como não uma com em mais também são`.split(/\s+/),
)
const ENGLISH_FUNCTION_WORDS = new Set(
  'the of and is are this that with from you your which was were have be it its by'.split(' '),
)
const FOREIGN_ARTICLES = new Set(
  `der die das dem den des ein eine einen einem einer kein keine den det en et ett le la les l un une el los las una il lo gli
  uno o os as um uma het een de`.split(/\s+/),
)

function isOtherScript(word: string): boolean {
  return /^(?!\p{sc=Latin})\p{L}/u.test(word)
}

/**
 * Where a line is not English, an English word with a capital is a name, unless an article makes it a noun of that language (German
 * nouns have capitals). Null where the line may be English.
 */
function isNameInForeignText({ before, after, previous, next }: NameContext): boolean | null {
  if (isOtherScript(previous) || isOtherScript(next)) return true
  let foreign = false
  for (const side of [after, before]) {
    for (const word of side) {
      if (ENGLISH_FUNCTION_WORDS.has(word)) return null
      foreign ||= FOREIGN_FUNCTION_WORDS.has(word)
    }
  }
  if (!foreign) return null
  return !FOREIGN_ARTICLES.has(before[0] ?? '') || after[0] === '-'
}

function sumOf(cues: readonly BrandCue[], context: NameContext): number {
  return cues.reduce((sum, { weight, holds }) => sum + (holds(context) ? weight : 0), 0)
}

// Scores before any cue, by the casing of the text: for a word that is not listed as ordinary, in lower case, with a capital, and with
// a capital that any word would have there.
const UNLISTED_WORD = 1
const LOWER: Record<Casing, number> = { none: 0, informal: -1.5, edited: -6 }
const CAPITAL: Record<Casing, number> = { none: 2, informal: 2, edited: 2.5 }
const EXPECTED: Record<Casing, number> = { none: 0, informal: -1, edited: -2.8 }

/** True for a word that a suffix makes of an ordinary one: "teams", "keeper". */
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
  // "sign-ups" names no UPS.
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

/** What an answer that elsewhere surely means the brand adds to the score of a word whose capital its position explains. */
const MEANT_ELSEWHERE = 3

/**
 * Decides whether an occurrence of a name that may be an ordinary word is the brand (word sense disambiguation): it is where it has a
 * capital that its position does not explain or what follows it follows names; where capitals say little, the weighted cues of the
 * words around it decide. `open` where the answer decides that names the brand elsewhere or does not. Reads a fixed number of
 * characters around the span (UTF-16 offsets).
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
  // "Sign-Ups" names no UPS either.
  if (isAcronym(name) && !isAcronym(written) && text.charAt(start - 1) === '-') return 'word'
  if (!isOrdinaryWord(name)) return 'brand'
  const expected = capitalExpected(text, start)
  if (expected && standsAlone(text, start, end)) return 'brand'
  const next = NEXT_WORD.exec(text.slice(end, end + 24))?.[1]?.toLowerCase() ?? ''
  const followedLikeName = /^\s?['’]s\b/.test(after) || (expected && AFTER_NAME.has(next))
  const calendar = CALENDAR.has(written.toLowerCase())
  const functionWord = isFunctionWord(name)
  if (followedLikeName && !calendar && !functionWord) return 'brand'
  const context = contextOf(text, start, end, traits.casing())
  if (calendar) {
    if (BEFORE_DATE.has(context.before[0] ?? '') || AFTER_DATE.has(next)) return 'word'
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
    // "Box the gift" and "Target audience" are no brands, whatever the rest says; "Tide removes" and "Delta flights" may be.
    const isSubject = !beginsObject(follower) && (/(?:[^s]s|ed)$/.test(follower) || near > 0)
    return isSubject && EXPECTED[context.casing] + near + more + MEANT_ELSEWHERE > 0 ? 'open' : 'word'
  }
  const more = sumOf(CAPITAL_CUES, context) + topicScore(context, { others: false, most: 1 })
  return CAPITAL[context.casing] + near + more > 0 ? 'brand' : 'word'
}
