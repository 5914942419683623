import type { Sentence } from '../text/sentences.ts'
import { isWrittenOn, type Token } from '../text/words.ts'
import { NEUTRAL_BAND } from './sentiment-model.ts'

const CONTRASTS = new Set('but while whereas although though however yet'.split(' '))
const DETERMINERS = new Set('the our their my your his her its this that these those'.split(' '))
const NO_ADJECTIVES = new Set(', ; : . ( ) and or of in with on for to'.split(' '))
const DETERMINER_REACH = 3
/** Difference of votes, in log-odds, from which a contrast is believed to tell two names apart. */
const CLEAR_DIFFERENCE = 2

/** What is known of the names of a sentence before they share it. */
export interface Spoken {
  /** `nounOf` each found name. */
  nouns: Int32Array
  /** Two for each name: how much speaks for praise and for blame. */
  votes: Float64Array
  /** Of `sumOpinions`. */
  sums: Float64Array
  compared: Int32Array
}

interface NameInPart {
  name: number
  clause: number
}

/** True for "the food", "our friendly waiter": one thing of its own, not a brand or a kind. */
function isParticular(nouns: Int32Array, tokens: readonly Token[], at: number): boolean {
  if (nouns[tokens[at]?.name ?? -1] === 0) return false
  for (let index = at - 1; index >= at - DETERMINER_REACH; index -= 1) {
    const token = tokens[index]
    if (!token || token.name >= 0 || NO_ADJECTIVES.has(token.word)) return false
    if (DETERMINERS.has(token.word)) return true
  }
  return false
}

/** True where opinion words praise a name in one clause and blame one in another. */
function areOpposed(names: readonly NameInPart[], sums: Float64Array): boolean {
  const praised = new Set(names.filter(({ name }) => (sums[name] ?? 0) > 0).map(({ clause }) => clause))
  const blamed = names.filter(({ name }) => (sums[name] ?? 0) < 0)
  return praised.size > 0 && blamed.length > 0 && !blamed.some(({ clause }) => praised.has(clause))
}

function share(names: readonly NameInPart[], votes: Float64Array): void {
  for (const side of [0, 1]) {
    const mean = names.reduce((sum, { name }) => sum + (votes[name * 2 + side] ?? 0), 0) / names.length
    for (const { name } of names) votes[name * 2 + side] = mean
  }
}

/** Names that stand between the same colons, semicolons and, where those tell, contrasts. */
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
    if (breaks(token.word) || isWrittenOn(tokens, index)) {
      part = []
      parts.push(part)
    }
    if (token.name >= 0 && compared[token.name] === 0) part.push({ name: token.name, clause })
  }
  return parts
}

/**
 * Gives the names that a sentence praises one score, and those it blames: how much more it praises one of two, it does
 * not say but by a comparison.
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
 * Lets the names of one part of a sentence share their votes: a sentence of several brands seldom speaks of one of them
 * alone without showing it. Apart stay names that are compared, stand in a table, have a colon, a semicolon or a telling
 * contrast between them, are praised here and blamed there, and particular things ("the food was good, the service slow").
 */
export function shareVotes(sentence: Sentence, { nouns, votes, sums, compared }: Spoken): void {
  const { tokens, from, to } = sentence
  if (
    to - from < 2 ||
    sentence.kind === 'row' ||
    tokens.some(({ name }, at) => name >= 0 && isParticular(nouns, tokens, at))
  )
    return
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (let name = from; name < to; name += 1) {
    const balance = (votes[name * 2] ?? 0) - (votes[name * 2 + 1] ?? 0)
    least = Math.min(least, balance)
    most = Math.max(most, balance)
  }
  const clear = most - least >= CLEAR_DIFFERENCE
  const breaks = (word: string) => word === ':' || word === ';' || (clear && CONTRASTS.has(word))
  for (const names of splitParts(sentence, compared, breaks)) {
    if (names.length > 1 && !areOpposed(names, sums)) share(names, votes)
  }
}
