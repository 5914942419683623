import type { Clause } from './clauses.ts'
import { isNegation } from './lexicon.ts'
import type { Token } from './words.ts'

/** One side said to be ahead of the other; groups are indices into the clause's name groups. */
export interface Comparison {
  /** Token that carries it. */
  at: number
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

function groupBefore(groups: readonly number[][], index: number): number {
  let found = -1
  groups.forEach((group, position) => {
    if ((group[group.length - 1] ?? Number.POSITIVE_INFINITY) < index) found = position
  })
  return found
}

function groupAfter(groups: readonly number[][], index: number): number {
  const found = groups.findIndex((group) => (group[0] ?? -1) > index)
  return found >= 0 && (groups[found]?.[0] ?? 0) - index <= REACH ? found : -1
}

/** Which way the words before "than" point: 1, −1, or 0 when they weigh nothing. */
function direction(tokens: readonly Token[], from: number, than: number): number {
  let sign = 0
  for (let index = than - 1; index >= Math.max(from, than - REACH); index -= 1) {
    const token = tokens[index]
    if (!token || token.name >= 0) break
    if (token.valence !== 0 && sign === 0) sign = Math.sign(token.valence)
    else if (token.word === 'less') sign = sign === 0 ? -1 : -sign
    else if (token.word === 'more' && sign === 0) sign = 1
    else if (isNegation(token.word)) sign = -sign
  }
  return sign
}

/** Finds "A is better than B", "A beats B", "prefer A over B" and their reverses within one clause. */
export function findComparison(
  tokens: readonly Token[],
  clause: Clause,
  groups: readonly number[][],
): Comparison | null {
  if (groups.length < 2) return null
  for (let at = clause.from; at < clause.to; at += 1) {
    const word = tokens[at]?.word ?? ''
    const before = groupBefore(groups, at)
    const after = groupAfter(groups, at)
    if (before < 0 || after < 0) continue
    let sign = 0
    if (word === 'than') sign = direction(tokens, clause.from, at)
    else if (WINNING_VERBS.has(word)) sign = isNegation(tokens[at - 1]?.word ?? '') ? -1 : 1
    else if (LOSING_VERBS.has(word)) sign = -1
    else if ((word === 'to' || word === 'over') && tokens[at - 1]?.word === 'superior') sign = 1
    else if (word === 'to' && tokens[at - 1]?.word === 'inferior') sign = -1
    else if (word === 'over' || word === 'to') {
      const first = groups[before]?.[0] ?? 0
      sign = PREFERENCES.has(tokens[first - 1]?.word ?? '') && at - first <= 3 ? 1 : 0
    }
    if (sign === 0) continue
    const better = sign > 0 ? before : after
    const worse = sign > 0 ? after : before
    const last = groups[before]?.[(groups[before]?.length ?? 1) - 1] ?? at
    return { at, better, worse, from: last + 1, to: at + 1 }
  }
  return null
}
