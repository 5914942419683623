import type { Clause } from './clauses.ts'
import type { Token } from './words.ts'

/** One side said to be ahead of the other; groups are indices into the clause's name groups. */
export interface Comparison {
  better: number
  worse: number
  /** First token of the stretch that the comparison uses up, and the one after its last. */
  from: number
  to: number
}

const WINNING_VERBS = new Set(
  'beats beat outperforms outperform outshines outshine surpasses surpass outpaces outpace trumps edges exceeds bests'.split(
    ' ',
  ),
)
const LOSING_VERBS = new Set('trails trail lags'.split(' '))
const PREFERENCES = new Set(
  'prefer prefers preferred choose chose pick picked recommend favor favour'.split(' '),
)
const REACH = 7

/** Which way the words before "than" point: 1, −1, or 0 when they weigh nothing. */
function direction(tokens: readonly Token[], from: number, than: number): number {
  let sign = 0
  for (let index = than - 1; index >= Math.max(from, than - REACH); index -= 1) {
    const token = tokens[index]
    if (!token || token.name >= 0) break
    if (token.meaning.valence !== 0 && sign === 0) sign = Math.sign(token.meaning.valence)
    else if (token.word === 'less') sign = sign === 0 ? -1 : -sign
    else if (token.word === 'more' && sign === 0) sign = 1
    else if (token.meaning.negates) sign = -sign
  }
  return sign
}

/** 1 when the word at a place puts the names before it ahead of those after it, −1 for the reverse, 0 for neither. */
function signOf(tokens: readonly Token[], from: number, at: number, before: readonly number[]): number {
  const word = tokens[at]?.word ?? ''
  const previous = tokens[at - 1]?.word ?? ''
  if (word === 'than') return direction(tokens, from, at)
  if (WINNING_VERBS.has(word)) return tokens[at - 1]?.meaning.negates ? -1 : 1
  if (LOSING_VERBS.has(word)) return -1
  if (word !== 'over' && word !== 'to') return 0
  if (previous === 'superior') return 1
  if (previous === 'inferior') return -1
  const first = before[0] ?? at
  return PREFERENCES.has(tokens[first - 1]?.word ?? '') && at - first <= REACH ? 1 : 0
}

/** Finds "A is better than B", "A beats B", "prefer A over B" and their reverses within one clause. */
export function findComparison(tokens: readonly Token[], clause: Clause): Comparison | null {
  const { groups } = clause
  let before = -1
  for (let at = clause.from; at < clause.to && before + 1 < groups.length; at += 1) {
    const next = groups[before + 1]
    if ((next?.[next.length - 1] ?? 0) === at) before += 1
    const word = tokens[at]?.word ?? ''
    const current = groups[before]
    const first = groups[before + 1]?.[0] ?? at
    if (word === '' || !current || first < at || first - at > REACH) continue
    const sign = signOf(tokens, clause.from, at, current)
    if (sign === 0) continue
    const better = sign > 0 ? before : before + 1
    const worse = sign > 0 ? before + 1 : before
    return { better, worse, from: (current[current.length - 1] ?? at) + 1, to: at + 1 }
  }
  return null
}
