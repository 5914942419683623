import type { Span } from '../observation.ts'
import { isWrittenOn, type Token } from '../text/words.ts'
import { findContrasts } from './comparison-contrast.ts'
import { findMeasures } from './comparison-measure.ts'
import { findPhrases } from './comparison-phrases.ts'
import type { Finding, ReadSentence, Side } from './comparison-sides.ts'
import { findThan } from './comparison-than.ts'
import { isDegree, wordSet } from './comparison-words.ts'

/** Names said to be ahead of others, as indices of found names, with the stretch of the answer that says so. */
export interface Comparison extends Span {
  better: number[]
  worse: number[]
}

const REFERS_BACK = wordSet("it it's its they this that")
const REFERENCE_REACH = 8
const AMOUNTS = wordSet('more less')
const OPENING_REACH = 3

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

/** True for "It is faster than B" and "Slightly cheaper than B". */
function lacksSubject(tokens: readonly Token[]): boolean {
  return tokens.slice(0, REFERENCE_REACH).some(({ word }, at) => {
    return REFERS_BACK.has(word) || (at < OPENING_REACH && (isDegree(word) || AMOUNTS.has(word)))
  })
}

/** Finds "… of A. It is faster than B.": what lacks its subject is said of the first name of the sentence before. */
function findReference(sentence: ReadSentence, entity: number, named: readonly Token[]): Comparison[] {
  const { tokens, entityOf } = sentence
  const subject = named.findIndex(({ name }) => name >= 0 && entityOf(name) !== entity)
  if (subject < 0 || !lacksSubject(tokens)) return []
  const both = [...named.slice(0, subject + 1), ...tokens]
  return findThan({ ...sentence, tokens: both }, subject + 1)
    .filter(({ sign }) => sign !== 0)
    .map((finding) => toComparison(both, finding))
}

/** Finds what a sentence of several entities states; a contrast counts where nothing else compares. */
function findStated(sentence: ReadSentence): Comparison[] {
  const stated = [...findThan(sentence, 0), ...findMeasures(sentence), ...findPhrases(sentence)]
  const found = stated.length > 0 ? stated : findContrasts(sentence)
  return found.filter(({ sign }) => sign !== 0).map((finding) => toComparison(sentence.tokens, finding))
}

/** The cells of a table that has lost its lines; else all tokens. */
function splitCells(tokens: readonly Token[]): (readonly Token[])[] {
  const cells: (readonly Token[])[] = []
  let from = 0
  for (let at = 1; at < tokens.length; at += 1) {
    if (!isWrittenOn(tokens, at)) continue
    cells.push(tokens.slice(from, at))
    from = at
  }
  return from === 0 ? [tokens] : [...cells, tokens.slice(from)]
}

/**
 * Finds the comparisons a sentence states between names of different entities. `named` are the tokens of the sentence
 * before it in which a name stands, which it may refer back to.
 */
export function findComparisons(sentence: ReadSentence, named: readonly Token[]): Comparison[] {
  const cells = splitCells(sentence.tokens)
  if (cells.length === 1) return findInCell(sentence, named)
  return cells.flatMap((tokens) => findInCell({ ...sentence, tokens }, named))
}

function findInCell(cell: ReadSentence, named: readonly Token[]): Comparison[] {
  let first = -1
  let several = false
  for (const { name } of cell.tokens) {
    if (name < 0) continue
    const entity = cell.entityOf(name)
    if (first < 0) first = entity
    else if (entity !== first) several = true
  }
  if (first < 0) return []
  return several ? findStated(cell) : findReference(cell, first, named)
}
