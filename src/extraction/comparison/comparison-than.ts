import type { Token } from '../text/words.ts'
import { isAsked, isNegation, negationOf } from './comparison-negation.ts'
import {
  type Finding,
  isName,
  isVerb,
  nearestNames,
  type ReadSentence,
  standardAfter,
  wordAt,
} from './comparison-sides.ts'
import { degreeOf, isDegree } from './comparison-words.ts'

const DEGREE_REACH = 14
const EQUAL_REACH = 5
const MISSPELT_REACH = 4

/** A comparative, where it stands and how it points. */
interface Degree {
  sign: number
  at: number
}

function degreeBefore(tokens: readonly Token[], at: number, reach: number): Degree | null {
  for (let index = at - 1; index >= Math.max(0, at - reach); index -= 1) {
    const word = wordAt(tokens, index)
    if (word === ';' || word === 'than') return null
    const sign = degreeOf(tokens, index, at)
    if (sign === undefined) continue
    const either = wordAt(tokens, index - 1) === 'or' || wordAt(tokens, index - 1) === 'nor'
    // "Better or worse than" is neither.
    return { sign: either && degreeOf(tokens, index - 2, at) === -sign ? 0 : sign, at: index }
  }
  return null
}

/** "Faster then B", "faster that B". */
function misspeltThan(tokens: readonly Token[], at: number): Degree | null {
  const word = wordAt(tokens, at)
  const name = isName(tokens, at + 1) ? at + 1 : at + 2
  if (!isName(tokens, name) || isVerb(wordAt(tokens, name + 1))) return null
  if (word === 'that' && !isDegree(wordAt(tokens, at - 1))) return null
  const degree = degreeBefore(tokens, at, MISSPELT_REACH)
  return degree && isDegree(wordAt(tokens, degree.at)) ? degree : null
}

/** "Not as good as", "twice as fast as"; "as good as" is neither. */
function equation(tokens: readonly Token[], at: number): Degree | null {
  for (let first = at - 1; first >= at - EQUAL_REACH; first -= 1) {
    const opens = wordAt(tokens, first)
    if (opens !== 'as' && opens !== 'so') continue
    const blamed = tokens.slice(first + 1, at).some((token) => token.meaning.valence < 0)
    const before = [1, 2, 3].map((distance) => wordAt(tokens, first - distance))
    if (before.some(isNegation)) return { sign: blamed ? 1 : -1, at: first }
    const many = before[0] === 'twice' || before[0] === 'times'
    return many ? { sign: blamed ? -1 : 1, at: first } : null
  }
  return null
}

function degreeFor(tokens: readonly Token[], at: number): Degree | null {
  const word = wordAt(tokens, at)
  if (word === 'then' || word === 'that') return misspeltThan(tokens, at)
  if (word === 'as') return equation(tokens, at)
  if (word !== 'than') return null
  // "Rather than", "more than 40 percent", "know better than to": nothing is measured.
  if (wordAt(tokens, at - 1) === 'rather' || wordAt(tokens, at - 1) === 'other') return null
  if (/^\d/.test(wordAt(tokens, at + 1)) && !isName(tokens, at + 2)) return null
  if (/^kn[eo]w/.test(wordAt(tokens, at - 2))) return null
  return degreeBefore(tokens, at, DEGREE_REACH)
}

/** Finds "A is better than B", "slower than", "not as good as" where the comparing words stand from a token on. */
export function findThan(sentence: ReadSentence, from: number): Finding[] {
  const { tokens } = sentence
  const found: Finding[] = []
  const taken = new Set<number>()
  for (let at = from; at < tokens.length; at += 1) {
    const degree = degreeFor(tokens, at)
    if (!degree) continue
    const second = standardAfter(tokens, at)
    if (second.length === 0) continue
    const first = nearestNames(sentence, at, -1, second, taken)
    for (const name of second) taken.add(name)
    const subject = Math.min(...first)
    if (first.length === 0 || isAsked(sentence, subject)) continue
    const turned = wordAt(tokens, at) === 'as' ? 1 : negationOf(tokens, subject, degree.at)
    found.push({ sign: degree.sign * turned, first, second, cues: [degree.at] })
  }
  return found
}
