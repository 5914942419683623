import type { Token } from '../../sentences/tokens.ts'
import { polarityOf } from './comparatives.ts'
import { isAsked, isNegation, negationOf } from './negation.ts'
import {
  type ComparedSentence,
  isName,
  nearestNames,
  type Side,
  type SidedComparison,
  standardAfter,
  wordAt,
} from './sides.ts'

const CLAUSE_REACH = 20
const COMMA_REACH = 4

/** True if a phrase introduces a standard: "compared to", "in comparison with", "versus", "as opposed to", "unlike". */
function introducesStandard(tokens: readonly Token[], at: number): boolean {
  const next = wordAt(tokens, at + 1)
  const previous = wordAt(tokens, at - 1)
  switch (wordAt(tokens, at)) {
    case 'compared':
    case 'compare':
    case 'comparing':
      return next === 'to' || next === 'with'
    case 'comparison':
      return (previous === 'in' || previous === 'by') && (next === 'to' || next === 'with')
    case 'relative':
      return next === 'to'
    case 'opposed':
      return previous === 'as'
    case 'vs':
    case 'versus':
      // "Which is faster, A vs B" does not state a result.
      return !isName(tokens, at - 1)
    default:
      return wordAt(tokens, at) === 'unlike'
  }
}

/** Returns the polarity of an opinion word, inverted by a preceding negation. */
function opinionAt(tokens: readonly Token[], at: number): number {
  const valence = tokens[at]?.meaning.valence ?? 0
  return [1, 2, 3].some((distance) => isNegation(wordAt(tokens, at - distance))) ? -valence : valence
}

/**
 * Returns the two sides of a comparison that starts with the standard: "compared to B, A is faster". Without a verb
 * between them, "B, A" looks like one coordination; then its last name is the first side.
 */
function sidesAfter(sentence: ComparedSentence, listed: Side): { first: Side; second: Side } {
  const end = Math.max(...listed)
  const comma = sentence.tokens.slice(end, end + COMMA_REACH).some(({ word }) => word === ',')
  const first = comma ? nearestNames(sentence, end, 1, listed) : []
  if (first.length > 0 || wordAt(sentence.tokens, end - 1) !== ',') return { first, second: listed }
  return { first: [end], second: listed.filter((name) => name !== end) }
}

/** Parses a comparison that starts with the standard: "Compared to B, A is faster", "Unlike B, A is excellent". */
function readStandardFirst(sentence: ComparedSentence, at: number, listed: Side): SidedComparison | null {
  const { tokens } = sentence
  const opens = at < 3 || wordAt(tokens, at - 1) === ',' || wordAt(tokens, at - 2) === ','
  const { first, second } = sidesAfter(sentence, listed)
  if (!opens || first.length === 0 || second.length === 0) return null
  const from = Math.max(...first) + 1
  let opinion = 0
  let word = at
  for (let index = from; index < Math.min(tokens.length, from + CLAUSE_REACH); index += 1) {
    if (wordAt(tokens, index) === 'than') return null
    const value = polarityOf(tokens, index, tokens.length) ?? opinionAt(tokens, index)
    if (value !== 0) word = index
    opinion += value
  }
  return { sign: Math.sign(opinion), first, second, cues: [at, word] }
}

function readSides(sentence: ComparedSentence, at: number): SidedComparison | null {
  const { tokens } = sentence
  const second = standardAfter(tokens, at)
  if (second.length === 0) return null
  const first = wordAt(tokens, at) === 'unlike' ? [] : nearestNames(sentence, at, -1, second)
  if (first.length === 0) return readStandardFirst(sentence, at, second)
  const subject = Math.min(...first)
  if (isAsked(sentence, subject)) return null
  for (let index = at - 1; index >= Math.max(0, at - CLAUSE_REACH); index -= 1) {
    const sign = polarityOf(tokens, index, at)
    if (sign) return { sign: sign * negationOf(tokens, subject, index), first, second, cues: [index, at] }
  }
  return null
}

/** Finds comparisons that introduce the standard without "than": "A is faster compared to B", "Unlike B, A is fast". */
export function findComparedTo(sentence: ComparedSentence): SidedComparison[] {
  const { tokens } = sentence
  const comparisons: SidedComparison[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const comparison = introducesStandard(tokens, at) ? readSides(sentence, at) : null
    if (comparison) comparisons.push(comparison)
  }
  return comparisons
}
