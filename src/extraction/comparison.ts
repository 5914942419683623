import { findContrasts } from './comparison-contrast.ts'
import { findMeasures } from './comparison-measure.ts'
import { findPhrases } from './comparison-phrases.ts'
import type { Finding, ReadSentence, Side } from './comparison-sides.ts'
import { findThan } from './comparison-than.ts'
import type { Span } from './observation.ts'
import type { Token } from './words.ts'

/** Names said to be ahead of others, as indices of found names, with the stretch of the answer that says so. */
export interface Comparison extends Span {
  better: number[]
  worse: number[]
}

const REFERS_BACK = new Set("it it's its they this that".split(' '))
const REFERENCE_REACH = 8

function toComparison(tokens: readonly Token[], { sign, first, second, cues }: Finding): Comparison {
  const names = (side: Side) => side.map((at) => tokens[at]?.name ?? -1)
  const all = [...first, ...second, ...cues]
  return {
    better: names(sign > 0 ? first : second),
    worse: names(sign > 0 ? second : first),
    start: tokens[Math.min(...all)]?.start ?? 0,
    end: tokens[Math.max(...all)]?.end ?? 0,
  }
}

/** Finds the comparisons a sentence states between names of different entities; `entityOf` tells a name's entity. */
export function findComparisons(
  tokens: readonly Token[],
  question: boolean,
  entityOf: (name: number) => number,
  previous: readonly Token[] = [],
): Comparison[] {
  const entities = new Set<number>()
  for (const { name } of tokens) if (name >= 0) entities.add(entityOf(name))
  if (entities.size === 0) return []
  if (entities.size === 1) {
    // "… of A. It is faster than B."
    if (!tokens.slice(0, REFERENCE_REACH).some(({ word }) => REFERS_BACK.has(word))) return []
    const both = [...previous, ...tokens]
    return findThan({ tokens: both, question, entityOf }, previous.length)
      .filter(({ sign }) => sign !== 0)
      .map((finding) => toComparison(both, finding))
  }
  const sentence: ReadSentence = { tokens, question, entityOf }
  const stated = [...findThan(sentence, 0), ...findMeasures(sentence), ...findPhrases(sentence)]
  const found = stated.length > 0 ? stated : findContrasts(sentence)
  return found.filter(({ sign }) => sign !== 0).map((finding) => toComparison(tokens, finding))
}
