import type { Span } from '../../foundation/observation.ts'
import type { Sentence } from '../../sentences/sentences.ts'
import { beginsCollapsedCell, type Token } from '../../sentences/tokens.ts'
import { isComparative } from './comparatives.ts'
import { findComparedTo } from './compared-to.ts'
import { findContrasts } from './contrasts.ts'
import { findPhrases } from './phrases.ts'
import type { ComparedSentence, Side, SidedComparison } from './sides.ts'
import { findThan } from './than.ts'
import { WORDS } from './words.ts'

/** A statement that ranks names above others, as indices of found names. The span covers the statement. */
export interface Comparison extends Span {
  better: number[]
  worse: number[]
}

const PRONOUN_REACH = 8
const OPENING_REACH = 3

function toComparison(tokens: readonly Token[], { sign, first, second, cues }: SidedComparison): Comparison {
  const names = (side: Side) => side.map((at) => tokens[at]?.name ?? -1)
  const all = [...first, ...second, ...cues]
  return {
    better: names(sign > 0 ? first : second),
    worse: names(sign > 0 ? second : first),
    start: tokens[Math.min(...all)]?.start ?? 0,
    end: tokens[Math.max(...all)]?.end ?? 0,
  }
}

/**
 * True for a sentence that starts with a pronoun or a comparative: "It is faster than B", "Slightly cheaper than B".
 */
function lacksSubject(tokens: readonly Token[]): boolean {
  return tokens.slice(0, PRONOUN_REACH).some(({ word }, at) => {
    return (
      WORDS.pronouns.has(word) || (at < OPENING_REACH && (isComparative(word) || WORDS.amounts.has(word)))
    )
  })
}

/**
 * Finds comparisons of a name with the antecedent of a pronoun, as in "This is A. It is faster than B." The antecedent
 * is the first name of a different entity in the tokens of the previous sentence.
 */
function findWithAntecedent(
  sentence: ComparedSentence,
  entity: number,
  antecedent: readonly Token[],
): Comparison[] {
  const { tokens, entityOf } = sentence
  const subject = antecedent.findIndex(({ name }) => name >= 0 && entityOf(name) !== entity)
  if (subject < 0 || !lacksSubject(tokens)) return []
  const both = [...antecedent.slice(0, subject + 1), ...tokens]
  return findThan({ ...sentence, tokens: both }, subject + 1)
    .filter(({ sign }) => sign !== 0)
    .map((finding) => toComparison(both, finding))
}

/** Finds the comparisons within a sentence. Contrasting clauses count only if there is no other comparison. */
function findStated(sentence: ComparedSentence): Comparison[] {
  const stated = [...findThan(sentence, 0), ...findComparedTo(sentence), ...findPhrases(sentence)]
  const found = stated.length > 0 ? stated : findContrasts(sentence)
  return found.filter(({ sign }) => sign !== 0).map((finding) => toComparison(sentence.tokens, finding))
}

/** Splits the tokens into the cells of a collapsed table. Other sentences form a single cell. */
function splitCells(tokens: readonly Token[]): (readonly Token[])[] {
  const cells: (readonly Token[])[] = []
  let from = 0
  for (let at = 1; at < tokens.length; at += 1) {
    if (!beginsCollapsedCell(tokens, at)) continue
    cells.push(tokens.slice(from, at))
    from = at
  }
  return from === 0 ? [tokens] : [...cells, tokens.slice(from)]
}

/** Finds comparisons between several entities in one cell, or between one entity and an antecedent. */
function findInCell(cell: ComparedSentence, antecedent: readonly Token[]): Comparison[] {
  let first = -1
  let several = false
  for (const { name } of cell.tokens) {
    if (name < 0) continue
    const entity = cell.entityOf(name)
    if (first < 0) first = entity
    else if (entity !== first) several = true
  }
  if (first < 0) return []
  return several ? findStated(cell) : findWithAntecedent(cell, first, antecedent)
}

/**
 * Returns the comparisons between names of different entities, in the order of the sentences. `entityOf` returns the
 * entity of a found name. A sentence without a subject is combined with the last preceding sentence in the same
 * paragraph or item that has a name.
 */
export function findComparisons(
  sentences: readonly Sentence[],
  entityOf: (name: number) => number,
): Comparison[] {
  const comparisons: Comparison[] = []
  let group = -1
  let antecedent: readonly Token[] = []
  for (const sentence of sentences) {
    if (sentence.group !== group) antecedent = []
    group = sentence.group
    const { tokens, question } = sentence
    for (const cell of splitCells(tokens)) {
      for (const comparison of findInCell({ tokens: cell, question, entityOf }, antecedent))
        comparisons.push(comparison)
    }
    if (sentence.from < sentence.to) antecedent = tokens
  }
  return comparisons
}
