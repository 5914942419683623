import type { Span } from '../foundation/observation.ts'
import type { Language } from '../languages/foundation/language.ts'
import { LANGUAGES, wordsOfAll } from '../languages/languages.ts'
import type { TextTraits } from './context.ts'
import { capitalExpected, standsAlone } from './position.ts'

/** Meaning of an occurrence of a name: the brand, a word, or open until the rest of the answer decides. */
export type Sense = 'brand' | 'open' | 'word'

const VERBS_AFTER_NAMES = wordsOfAll(({ grammar }) => grammar.verbsAfterNames)
// Longer words that are also names rarely start a sentence.
const MIN_NAME_LENGTH = 7
function alternation(list: Exclude<keyof Language['grammar'], 'functionWords'>): string {
  return LANGUAGES.flatMap(({ grammar }) => grammar[list]).join('|')
}

const CONJUNCTIONS = `${alternation('conjunctions')}|&|/|,|vs\\.?`
// Neighboring names in a coordination: "Nike, adidas und Puma".
const NAME_AFTER = new RegExp(`^\\*{0,2}(?:\\s?[,/]|\\s(?:${CONJUNCTIONS}))\\s?\\*{0,2}\\p{Lu}`, 'u')
const NAME_BEFORE = new RegExp(
  `[\\p{Ll}\\p{N},:(]\\s\\*{0,2}\\p{Lu}[\\p{L}\\p{N}.-]{1,20}\\*{0,2}(?:\\s?[,/]|\\s(?:${CONJUNCTIONS}))\\s?\\*{0,2}$`,
  'u',
)
// "Cocio fra Esbjerg": the origin of a company.
const ORIGIN = new RegExp(`^,? (?:${alternation('originPrepositions')}) \\p{Lu}`, 'u')
// "Toyota, inoltre, offre": only a noun phrase can be interrupted like this.
const INTERRUPTED = /^, \p{Ll}{3,14}, \p{Ll}/u
const GENITIVE = /^['’]?s(?!\p{L})/u
const ALONE = /^(?:\s?[/:–—(|]|\*\*|\s?\n)/
const ABBREVIATION = new RegExp(
  `(?:\\p{L}\\.\\s?\\p{L}{1,4}|(?:^|[^\\p{L}])(?:${alternation('abbreviationsBeforeNames')}))\\.\\s?\\*{0,2}$`,
  'u',
)
// A line break inside a sentence. Some answers break the line before each passage with a source.
const WRAPPED = /[\p{Ll}\p{N}]{2},? ?\n\*{0,2}$/u
const REACH = 28
const NEXT_WORD = /^\*{0,2} (\p{L}+)/u
const INDEFINITE = new RegExp(`(?:^|[^\\p{L}])(?:${alternation('indefiniteArticles')})\\s\\*{0,2}$`, 'iu')

/** True for a name that consists of one word. */
export function isOneWord(name: string): boolean {
  return !/[\s-]/.test(name)
}

/** True for a word that consists only of two or more capitals. */
export function isAcronym(word: string): boolean {
  return /^\p{Lu}{2,}$/u.test(word)
}

/**
 * True if a name of one or two letters continues: "C++", "A-Z". Compounds with an acronym do not count as a
 * continuation: "VW-Händler". `after` is the text after the name.
 */
export function endsInside(name: string, after: string): boolean {
  if (isAcronym(name) && /^-\p{L}/u.test(after)) return false
  return /^(?:[-&.]\w|[+#])/.test(after)
}

function isCoordinated(text: string, { start, end }: Span): boolean {
  return (
    NAME_AFTER.test(text.slice(end, end + REACH)) ||
    NAME_BEFORE.test(text.slice(Math.max(0, start - REACH), start))
  )
}

/**
 * Returns the sense of a name without a capital in a text that uses capitals. Only its position can identify the brand.
 */
function lowerSense(text: string, span: Span): Sense {
  const { start, end } = span
  if (capitalExpected(text, start) && standsAlone(text, start, end)) return 'brand'
  if (/[@#$]$/.test(text.slice(Math.max(0, start - 1), start)) || /^-\p{Lu}/u.test(text.slice(end, end + 2)))
    return 'brand'
  return isCoordinated(text, span) ? 'brand' : 'word'
}

/**
 * Decides by capitals and position in a non-English text, because its vocabulary is unknown. A lower-case word is a
 * name only if it is alone or among names. A capital at the start of a sentence means a name if the following verb
 * typically follows names; otherwise the result is `open`. Reads a fixed number of characters around the span (UTF-16
 * offsets).
 */
export function foreignSense(text: string, span: Span, name: string, { casing, foreign }: TextTraits): Sense {
  const { start, end } = span
  const written = text.slice(start, end)
  if (written === written.toLowerCase()) return casing() === 'edited' ? lowerSense(text, span) : 'brand'
  if (!isOneWord(name)) return 'brand'
  const before = text.slice(Math.max(0, start - REACH), start)
  const after = text.slice(end, end + REACH)
  const expected = capitalExpected(text, start) && !ABBREVIATION.test(before) && !WRAPPED.test(before)
  // "Ergo" may be a word instead of the brand ERGO.
  if (isAcronym(name) && !isAcronym(written)) return 'open'
  if (!expected || name.length >= MIN_NAME_LENGTH || standsAlone(text, start, end)) return 'brand'
  const next = NEXT_WORD.exec(after)?.[1] ?? ''
  if (
    VERBS_AFTER_NAMES.has(next) ||
    [ALONE, GENITIVE, ORIGIN, INTERRUPTED, /^-\p{L}/u].some((rest) => rest.test(after))
  )
    return 'brand'
  // German also capitalizes nouns.
  if (foreign !== 'de' && /^ (?:\p{Lu}|\d)/u.test(after)) return 'brand'
  return isCoordinated(text, span) ? 'brand' : 'open'
}

/** True for a name tracked in lower case that is a noun with an indefinite article here: "een bol ijs". */
export function isNounWithArticle(text: string, { start, end }: Span): boolean {
  return (
    INDEFINITE.test(text.slice(Math.max(0, start - 8), start)) && /^ \p{Ll}/u.test(text.slice(end, end + 2))
  )
}
