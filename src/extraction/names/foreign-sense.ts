import type { Span } from '../observation.ts'
import type { TextTraits } from './context.ts'
import { capitalExpected, standsAlone } from './position.ts'

/** Whether an occurrence of a name means the brand, means a word, or means what the rest of the answer says. */
export type Sense = 'brand' | 'open' | 'word'

// Verbs that follow the name of a company or product: German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish.
const AFTER_NAME = new Set(
  `ist hat bietet kostet liefert punktet überzeugt gilt bleibt liegt gehört steht kommt macht setzt wirkt wird war kann rät
  sagt schreibt verlangt verspricht baut verkauft hält darf soll dominiert
  est offre propose reste coûte convient mise permet séduit fait gagne domine peut vend fabrique annonce
  es tiene ofrece cuesta sigue permite gana destaca juega puede vende fabrica cobra lidera
  è ha costa resta rimane vince convince può produce conviene vende
  é tem oferece custa fica vence continua pode domina
  is heeft biedt kost blijft scoort wint kan zegt verkoopt maakt levert rekent
  är har erbjuder kostar ger ligger säger säljer gör passar tar
  er tilbyder koster giver sælger laver siger oplyser anfører skriver dominerer producerer står hører passer leverer kommer`.split(
    /\s+/,
  ),
)
// Longer words that are also names seldom begin a sentence.
const SHORTEST_NAME = 7
const CONJUNCTIONS = 'und|oder|et|ou|y|e|o|ed|en|of|och|eller|og|&|/|,|vs\\.?'
// Neighbours in a coordination of names: "Nike, adidas und Puma".
const NAME_AFTER = new RegExp(`^\\*{0,2}(?:\\s?[,/]|\\s(?:${CONJUNCTIONS}))\\s?\\*{0,2}\\p{Lu}`, 'u')
const NAME_BEFORE = new RegExp(
  `[\\p{Ll}\\p{N},:(]\\s\\*{0,2}\\p{Lu}[\\p{L}\\p{N}.-]{1,20}\\*{0,2}(?:\\s?[,/]|\\s(?:${CONJUNCTIONS}))\\s?\\*{0,2}$`,
  'u',
)
// "Cocio fra Esbjerg": where the named one comes from.
const ORIGIN = /^,? (?:fra|från|uit|van|de|di|da|do|du|des|della) \p{Lu}/u
// "Toyota, inoltre, offre": only a noun phrase is interrupted like this.
const INTERRUPTED = /^, \p{Ll}{3,14}, \p{Ll}/u
const GENITIVE = /^['’]?s(?!\p{L})/u
const ALONE = /^(?:\s?[/:–—(|]|\*\*|\s?\n)/
const ABBREVIATION =
  /(?:\p{L}\.\s?\p{L}{1,4}|(?:^|[^\p{L}])(?:afd|fx|bijv|bzw|inkl|ca|evtl|vgl|vs|ecc|etc|nr))\.\s?\*{0,2}$/u
// A line break inside a sentence: some answers have one before each sourced passage.
const WRAPPED = /[\p{Ll}\p{N}]{2},? ?\n\*{0,2}$/u
const REACH = 28
const NEXT_WORD = /^\*{0,2} (\p{L}+)/u
const INDEFINITE = /(?:^|[^\p{L}])(?:een|eine[mnrs]?|ein|une?|una|uno|uma?|ett)\s\*{0,2}$/iu

/** True for a name of one word. */
export function isOneWord(name: string): boolean {
  return !/[\s-]/.test(name)
}

/** True for a word of two capitals or more and nothing else. */
export function isAcronym(word: string): boolean {
  return /^\p{Lu}{2,}$/u.test(word)
}

/** True where a name of one or two letters goes on: "C++", "A-Z". Compounds of an acronym count: "VW-Händler". `after` is the text behind it. */
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

/** The sense of a name that has no capital in a text that uses them: only its place can show the brand. */
function lowerSense(text: string, span: Span): Sense {
  const { start, end } = span
  if (capitalExpected(text, start) && standsAlone(text, start, end)) return 'brand'
  if (/[@#$]$/.test(text.slice(Math.max(0, start - 1), start)) || /^-\p{Lu}/u.test(text.slice(end, end + 2)))
    return 'brand'
  return isCoordinated(text, span) ? 'brand' : 'word'
}

/**
 * Decides in a text of another language than English, whose words are not known, by capitals and position. A word in lower case is a
 * name only where it stands alone or among names; a capital at the beginning of a sentence shows a name where a verb follows as it
 * follows names, and is else `open`. Reads a fixed number of characters around the span (UTF-16 offsets).
 */
export function foreignSense(text: string, span: Span, name: string, { casing, foreign }: TextTraits): Sense {
  const { start, end } = span
  const written = text.slice(start, end)
  if (written === written.toLowerCase()) return casing() === 'edited' ? lowerSense(text, span) : 'brand'
  if (!isOneWord(name)) return 'brand'
  const before = text.slice(Math.max(0, start - REACH), start)
  const after = text.slice(end, end + REACH)
  const expected = capitalExpected(text, start) && !ABBREVIATION.test(before) && !WRAPPED.test(before)
  // "Ergo" is not surely the brand ERGO.
  if (isAcronym(name) && !isAcronym(written)) return 'open'
  if (!expected || name.length >= SHORTEST_NAME || standsAlone(text, start, end)) return 'brand'
  const next = NEXT_WORD.exec(after)?.[1] ?? ''
  if (
    AFTER_NAME.has(next) ||
    [ALONE, GENITIVE, ORIGIN, INTERRUPTED, /^-\p{L}/u].some((rest) => rest.test(after))
  )
    return 'brand'
  // German nouns have capitals too.
  if (foreign !== 'de' && /^ (?:\p{Lu}|\d)/u.test(after)) return 'brand'
  return isCoordinated(text, span) ? 'brand' : 'open'
}

/** True for a name tracked in lower case that is a noun here, with an indefinite article: "een bol ijs". */
export function isNounWithArticle(text: string, { start, end }: Span): boolean {
  return (
    INDEFINITE.test(text.slice(Math.max(0, start - 8), start)) && /^ \p{Ll}/u.test(text.slice(end, end + 2))
  )
}
