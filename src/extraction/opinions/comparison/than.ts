import type { Token } from '../../sentences/tokens.ts'
import { isComparative, polarityOf } from './comparatives.ts'
import { isAsked, isNegation, negationOf } from './negation.ts'
import {
  type ComparedSentence,
  isName,
  isVerb,
  nearestNames,
  type SidedComparison,
  standardAfter,
  wordAt,
} from './sides.ts'

const COMPARATIVE_REACH = 14
const EQUAL_REACH = 5
const MISSPELLED_REACH = 4

/** Polarity and token of a comparative. */
interface Comparative {
  sign: number
  at: number
}

function comparativeBefore(tokens: readonly Token[], at: number, reach: number): Comparative | null {
  for (let index = at - 1; index >= Math.max(0, at - reach); index -= 1) {
    const word = wordAt(tokens, index)
    if (word === ';' || word === 'than') return null
    const sign = polarityOf(tokens, index, at)
    if (sign === undefined) continue
    const either = wordAt(tokens, index - 1) === 'or' || wordAt(tokens, index - 1) === 'nor'
    // "Better or worse than" is neither.
    return { sign: either && polarityOf(tokens, index - 2, at) === -sign ? 0 : sign, at: index }
  }
  return null
}

/** Parses a misspelled "than": "Faster then B", "faster that B". */
function misspelledThan(tokens: readonly Token[], at: number): Comparative | null {
  const word = wordAt(tokens, at)
  const name = isName(tokens, at + 1) ? at + 1 : at + 2
  if (!isName(tokens, name) || isVerb(wordAt(tokens, name + 1))) return null
  if (word === 'that' && !isComparative(wordAt(tokens, at - 1))) return null
  const comparative = comparativeBefore(tokens, at, MISSPELLED_REACH)
  return comparative && isComparative(wordAt(tokens, comparative.at)) ? comparative : null
}

/** Parses "Not as good as" and "twice as fast as". "As good as" is not a ranking. */
function equation(tokens: readonly Token[], at: number): Comparative | null {
  for (let first = at - 1; first >= at - EQUAL_REACH; first -= 1) {
    const opens = wordAt(tokens, first)
    if (opens !== 'as' && opens !== 'so') continue
    const negative = tokens.slice(first + 1, at).some((token) => token.meaning.valence < 0)
    const before = [1, 2, 3].map((distance) => wordAt(tokens, first - distance))
    if (before.some(isNegation)) return { sign: negative ? 1 : -1, at: first }
    const many = before[0] === 'twice' || before[0] === 'times'
    return many ? { sign: negative ? -1 : 1, at: first } : null
  }
  return null
}

function comparativeFor(tokens: readonly Token[], at: number): Comparative | null {
  const word = wordAt(tokens, at)
  if (word === 'then' || word === 'that') return misspelledThan(tokens, at)
  if (word === 'as') return equation(tokens, at)
  if (word !== 'than') return null
  // "Rather than", "more than 40 percent" and "know better than to" do not compare names.
  if (wordAt(tokens, at - 1) === 'rather' || wordAt(tokens, at - 1) === 'other') return null
  if (/^\d/.test(wordAt(tokens, at + 1)) && !isName(tokens, at + 2)) return null
  if (/^kn[eo]w/.test(wordAt(tokens, at - 2))) return null
  return comparativeBefore(tokens, at, COMPARATIVE_REACH)
}

/**
 * Finds comparisons with "than" or "as … as" from a token on: "A is better than B", "slower than", "not as good as".
 */
export function findThan(sentence: ComparedSentence, from: number): SidedComparison[] {
  const { tokens } = sentence
  const comparisons: SidedComparison[] = []
  const taken = new Set<number>()
  for (let at = from; at < tokens.length; at += 1) {
    const comparative = comparativeFor(tokens, at)
    if (!comparative) continue
    const second = standardAfter(tokens, at)
    if (second.length === 0) continue
    const first = nearestNames(sentence, at, -1, second, taken)
    for (const name of second) taken.add(name)
    const subject = Math.min(...first)
    if (first.length === 0 || isAsked(sentence, subject)) continue
    const negation = wordAt(tokens, at) === 'as' ? 1 : negationOf(tokens, subject, comparative.at)
    comparisons.push({ sign: comparative.sign * negation, first, second, cues: [comparative.at] })
  }
  return comparisons
}
