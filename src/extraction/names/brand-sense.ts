import { type BrandCue, CAPITAL_CUES, EXPECTED_CUES, NEAR_CUES } from './brand-cues.ts'
import { isGrammarWord, isOrdinaryWord } from './common-words.ts'
import { isNameAbroad } from './foreign-words.ts'
import { type Casing, contextOf, type NameContext } from './name-context.ts'
import { subjectScore } from './subject-score.ts'

const CALENDAR = new Set(['monday', 'march'])
const BEFORE_DATE = new Set(
  'on by every next last this until till since from each late early of in'.split(' '),
)
const AFTER_DATE = new Set('morning afternoon evening night through to at'.split(' '))
// A verb, or a noun of business, makes the word before it a name even where every word has a capital.
const AFTER_NAME = new Set(
  `is was has had offers provides lets allows helps makes gives supports includes integrates costs charges charged said
  says announced launched released vs inc corp ltd llc app crm ai api pro plus software platform stock shares store stores
  ceo can also does did remains stands excels uses works owns operates competes specializes specialises focuses ranks
  connects combines automates`.split(/\s+/),
)

/** True where any word would carry a capital: at the beginning of a line, sentence, cell or quotation. */
function capitalExpected(text: string, start: number): boolean {
  let at = start - 1
  while (at >= 0 && ' \t*_#>-•"“(['.includes(text.charAt(at))) at -= 1
  return at < 0 || '.!?:|\n。！？0123456789'.includes(text.charAt(at))
}

const NEXT_WORD = /^[\s*_]*([a-z]+)/i

/** "Lucid Air — a sedan": the word begins a longer name that heads an item. */
const HEADS_ITEM = /^(?: (?:\p{Lu}|\d)[\p{L}\d]{0,20}){1,3}(?: [–—-] |:)/u

/** True where the word alone fills emphasis, a link, a cell or the head of an item, or begins the name that does. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start)
  const after = text.slice(end, end + 8)
  if (capitalExpected(text, start) && HEADS_ITEM.test(text.slice(end, end + 70))) return true
  if (/(\*\*|__|\[|\| ?)$/.test(before) && /^(\*\*|__|:\*\*|\]| ?\|)/.test(after)) return true
  return capitalExpected(text, start) && /^( [–—-] |:|\s*\n|$| \(|\s*https?:)/.test(after)
}

function sumOf(cues: readonly BrandCue[], context: NameContext): number {
  return cues.reduce((sum, { weight, holds }) => sum + (holds(context) ? weight : 0), 0)
}

// What is believed of a word before its neighbours are heard, by how it is written.
const UNKNOWN_WORD = 1
const LOWER: Record<Casing, number> = { none: 0, hasty: -1.5, edited: -6 }
const CAPITAL: Record<Casing, number> = { none: 2, hasty: 2, edited: 2.5 }
const EXPECTED: Record<Casing, number> = { none: 0, hasty: -1, edited: -2.8 }

function lowerReadsAsBrand(text: string, start: number, end: number, name: string, casing: Casing): boolean {
  const known = isOrdinaryWord(name)
  const capitals = name === name.toLowerCase() ? 'none' : casing
  if (!known && capitals !== 'none') return true
  if (/[@$]\s?$/.test(text.slice(Math.max(0, start - 2), start))) return true
  if (capitals === 'edited') return false
  const context = contextOf(text, start, end, capitals)
  const prior = LOWER[capitals] + (known ? 0 : UNKNOWN_WORD)
  return prior + sumOf(NEAR_CUES, context) + subjectScore(context, { others: true }) > 0
}

/**
 * Whether a name that may be an ordinary word is, at a span, the brand: it has a capital that its place does not
 * explain, or what follows it follows names; where capitals tell little, the words around decide. Reads a fixed reach
 * around the span. `casing` says how the whole text uses capitals and is asked only when needed.
 */
export function readsAsBrand(
  text: string,
  { start, end }: { start: number; end: number },
  name: string,
  casing: () => Casing,
): boolean {
  const written = text.slice(start, end)
  const after = text.slice(end, end + 3)
  if (name.length <= 2) return written === name && !/^(?:[-&.]\w|[+#])/.test(after)
  if (written === written.toLowerCase()) return lowerReadsAsBrand(text, start, end, name, casing())
  if (!isOrdinaryWord(name)) return true
  const expected = capitalExpected(text, start)
  if (expected && standsAlone(text, start, end)) return true
  const next = NEXT_WORD.exec(text.slice(end, end + 24))?.[1]?.toLowerCase() ?? ''
  const acts = /^\s?['’]s\b/.test(after) || (expected && AFTER_NAME.has(next))
  const calendar = CALENDAR.has(written.toLowerCase())
  const grammar = isGrammarWord(name)
  if (acts && !calendar && !grammar) return true
  const context = contextOf(text, start, end, casing())
  if (calendar) {
    if (BEFORE_DATE.has(context.before[0] ?? '') || AFTER_DATE.has(next)) return false
    if (acts) return true
  }
  const abroad = isNameAbroad(context)
  if (abroad !== null) return abroad
  if (grammar && expected) return false
  const near = sumOf(NEAR_CUES, context)
  if (expected) {
    const more = sumOf(EXPECTED_CUES, context) + subjectScore(context, { others: true, most: 1.5 })
    return EXPECTED[context.casing] + near + more > 0
  }
  return (
    CAPITAL[context.casing] +
      near +
      sumOf(CAPITAL_CUES, context) +
      subjectScore(context, { others: false, most: 1 }) >
    0
  )
}
