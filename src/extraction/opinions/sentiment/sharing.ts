import type { Sentence } from '../../sentences/sentences.ts'
import { beginsCollapsedCell, type Token } from '../../sentences/tokens.ts'
import { NEUTRAL_BAND } from './model.ts'

const CONTRASTS = new Set('but while whereas although though however yet'.split(' '))
const DETERMINERS = new Set('the our their my your his her its this that these those'.split(' '))
const NOT_ADJECTIVES = new Set(', ; : . ( ) and or of in with on for to'.split(' '))
const DETERMINER_REACH = 3
/** Minimum difference of logits at which a contrastive conjunction separates two names. */
const CLEAR_DIFFERENCE = 2

/** Inputs per found name before names share their logits. */
export interface NameScores {
  /** From `nounOf`. */
  nouns: Int32Array
  /** Two per name: positive and negative. */
  logits: Float64Array
  /** From `sumOpinions`. */
  sums: Float64Array
  compared: Int32Array
}

interface NameInPart {
  name: number
  clause: number
}

/**
 * True for a common noun with a determiner ("the food", "our friendly waiter"), which is a particular thing instead of
 * a brand or a kind.
 */
function isParticular(nouns: Int32Array, tokens: readonly Token[], at: number): boolean {
  if (nouns[tokens[at]?.name ?? -1] === 0) return false
  for (let index = at - 1; index >= at - DETERMINER_REACH; index -= 1) {
    const token = tokens[index]
    if (!token || token.name >= 0 || NOT_ADJECTIVES.has(token.word)) return false
    if (DETERMINERS.has(token.word)) return true
  }
  return false
}

/** True if opinion words are positive about a name in one clause and negative about a name in another. */
function areOpposed(names: readonly NameInPart[], sums: Float64Array): boolean {
  const positive = new Set(names.filter(({ name }) => (sums[name] ?? 0) > 0).map(({ clause }) => clause))
  const negative = names.filter(({ name }) => (sums[name] ?? 0) < 0)
  return positive.size > 0 && negative.length > 0 && !negative.some(({ clause }) => positive.has(clause))
}

/** Replaces the logits of all names with their mean. */
function share(names: readonly NameInPart[], logits: Float64Array): void {
  for (const side of [0, 1]) {
    const mean = names.reduce((sum, { name }) => sum + (logits[name * 2 + side] ?? 0), 0) / names.length
    for (const { name } of names) logits[name * 2 + side] = mean
  }
}

/** Splits the names of a sentence into parts at breaks and cells of a collapsed table. Compared names are skipped. */
function splitParts(
  { tokens, clauses }: Sentence,
  compared: Int32Array,
  breaks: (word: string) => boolean,
): NameInPart[][] {
  let part: NameInPart[] = []
  const parts = [part]
  let clause = 0
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (!token) continue
    if (index >= (clauses[clause]?.to ?? tokens.length)) clause += 1
    if (breaks(token.word) || beginsCollapsedCell(tokens, index)) {
      part = []
      parts.push(part)
    }
    if (token.name >= 0 && compared[token.name] === 0) part.push({ name: token.name, clause })
  }
  return parts
}

/**
 * Replaces the scores of all positive names in a sentence with their mean, and does the same for all negative names.
 * Only an explicit comparison may rank names within a sentence.
 */
export function levelScores({ from, to }: Sentence, scores: Float64Array): void {
  for (const sign of [1, -1]) {
    let sum = 0
    let count = 0
    for (let name = from; name < to; name += 1) {
      if ((scores[name] ?? 0) * sign <= NEUTRAL_BAND) continue
      sum += scores[name] ?? 0
      count += 1
    }
    for (let name = from; name < to; name += 1) {
      if ((scores[name] ?? 0) * sign > NEUTRAL_BAND) scores[name] = sum / count
    }
  }
}

/**
 * Lets the names in a part of a sentence share their logits, because a sentence with several brands usually says so if
 * it is about only one. Names keep their own logits in these cases: they are compared, are in a table row, are
 * separated by a colon, semicolon or clear contrast, or have opposite opinion words. Particular things also keep their
 * own logits ("the food was good, the service slow").
 */
export function shareLogits(sentence: Sentence, { nouns, logits, sums, compared }: NameScores): void {
  const { tokens, from, to } = sentence
  if (
    to - from < 2 ||
    sentence.kind === 'row' ||
    tokens.some(({ name }, at) => name >= 0 && isParticular(nouns, tokens, at))
  )
    return
  let lowest = Number.POSITIVE_INFINITY
  let highest = Number.NEGATIVE_INFINITY
  for (let name = from; name < to; name += 1) {
    const balance = (logits[name * 2] ?? 0) - (logits[name * 2 + 1] ?? 0)
    lowest = Math.min(lowest, balance)
    highest = Math.max(highest, balance)
  }
  const isClear = highest - lowest >= CLEAR_DIFFERENCE
  const breaks = (word: string) => word === ':' || word === ';' || (isClear && CONTRASTS.has(word))
  for (const names of splitParts(sentence, compared, breaks)) {
    if (names.length > 1 && !areOpposed(names, sums)) share(names, logits)
  }
}
