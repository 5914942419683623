import {
  type Finding,
  isName,
  nearestNames,
  type ReadSentence,
  standardAfter,
  wordAt,
} from './comparison-sides.ts'
import { degreeOf } from './comparison-words.ts'
import { weigh } from './lexicon-score.ts'
import type { Token } from './words.ts'

const CLAUSE_REACH = 20
const COMMA_REACH = 4

/** True where a measure is named: "compared to", "in comparison with", "versus", "as opposed to", "unlike". */
function opensMeasure(tokens: readonly Token[], at: number): boolean {
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
      // "Which is faster, A vs B" does not say.
      return !isName(tokens, at - 1)
    default:
      return wordAt(tokens, at) === 'unlike'
  }
}

/** "Compared to B, A is faster", "Unlike B, A is excellent". */
function readAfter(sentence: ReadSentence, at: number, second: readonly number[]): Finding | null {
  const { tokens } = sentence
  const end = Math.max(...second)
  const comma = tokens.slice(end, end + COMMA_REACH).some(({ word }) => word === ',')
  const opens = at < 3 || wordAt(tokens, at - 1) === ',' || wordAt(tokens, at - 2) === ','
  const first = comma && opens ? nearestNames(sentence, end, 1, second) : []
  if (first.length === 0) return null
  const from = Math.max(...first) + 1
  let opinion = 0
  let word = at
  for (let index = from; index < Math.min(tokens.length, from + CLAUSE_REACH); index += 1) {
    if (wordAt(tokens, index) === 'than') return null
    const value = degreeOf(tokens, index, tokens.length) ?? weigh(tokens, index, from)
    if (value !== 0) word = index
    opinion += value
  }
  return { sign: Math.sign(opinion), first, second, cues: [at, word] }
}

function readMeasure(sentence: ReadSentence, at: number): Finding | null {
  const { tokens } = sentence
  const second = standardAfter(tokens, at)
  if (second.length === 0) return null
  const first = wordAt(tokens, at) === 'unlike' ? [] : nearestNames(sentence, at, -1, second)
  if (first.length === 0) return readAfter(sentence, at, second)
  for (let index = at - 1; index >= Math.max(0, at - CLAUSE_REACH); index -= 1) {
    const sign = degreeOf(tokens, index, at)
    if (sign) return { sign, first, second, cues: [index] }
  }
  return null
}

/** Finds what is better or worse by a measure named without "than": "A is faster compared to B", "Unlike B, A is fast". */
export function findMeasures(sentence: ReadSentence): Finding[] {
  const { tokens } = sentence
  const found: Finding[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const measure = opensMeasure(tokens, at) ? readMeasure(sentence, at) : null
    if (measure) found.push(measure)
  }
  return found
}
