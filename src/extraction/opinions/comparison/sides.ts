import type { Token } from '../../sentences/tokens.ts'
import { WORDS } from './words.ts'

/** The part of a sentence or collapsed table cell that is needed to find comparisons. */
export interface ComparedSentence {
  tokens: readonly Token[]
  /** Returns the entity of a found name. */
  entityOf: (name: number) => number
  question: boolean
}

/** The names on one side of a comparison as token indices, starting with the name nearest to the comparing words. */
export type Side = readonly number[]

/** A comparison of two sides. Sign 1: the first is better than the second; −1: it is worse; 0: neither. */
export interface SidedComparison {
  sign: number
  first: Side
  second: Side
  /** Token indices of the comparing words. */
  cues: readonly number[]
}

// Maximum distances in tokens. They keep the time linear for a text that is one long sentence.
const STANDARD_REACH = 12
const SUBJECT_REACH = 45
const MAX_GAP = 3
const MAX_SIDE_SIZE = 40

/** True for a verb that often follows a subject. */
export function isVerb(word: string): boolean {
  return WORDS.verbs.has(word)
}

/** Returns the word of a token; empty for a name and for indices outside the sentence. */
export function wordAt(tokens: readonly Token[], at: number): string {
  // V8 reads negative array indices slowly.
  return at < 0 ? '' : (tokens[at]?.word ?? '')
}

/** True if the token is a name. */
export function isName(tokens: readonly Token[], at: number): boolean {
  return at >= 0 && (tokens[at]?.name ?? -1) >= 0
}

/** Returns the name at a token and all names coordinated with it by commas, "and" or "or" in one direction. */
export function joinedNames(tokens: readonly Token[], at: number, step: 1 | -1): number[] {
  const names = [at]
  let gap = 0
  for (let index = at + step; names.length < MAX_SIDE_SIZE && gap <= MAX_GAP; index += step) {
    if (isName(tokens, index)) {
      names.push(index)
      gap = 0
    } else if (WORDS.coordinators.has(wordAt(tokens, index))) gap += 1
    else break
  }
  return names
}

/** True if a name after a comma or "and" has its own verb. */
function opensClause(tokens: readonly Token[], at: number): boolean {
  const before = wordAt(tokens, at - 1)
  return (before === ',' || before === 'and') && isVerb(wordAt(tokens, at + 1))
}

/**
 * Returns the standard of a comparison, that is, the names to which something is compared: the first name after a token
 * within the clause, and all names coordinated with it. Returns an empty array if there is none within `reach` tokens.
 */
export function standardAfter(tokens: readonly Token[], at: number, reach = STANDARD_REACH): number[] {
  for (let index = at + 1; index < tokens.length && index <= at + reach; index += 1) {
    if (WORDS.stops.has(wordAt(tokens, index))) return []
    if (!isName(tokens, index)) continue
    const names = joinedNames(tokens, index, 1)
    const nextClause = names.findIndex((name) => opensClause(tokens, name))
    return nextClause < 0 ? names : names.slice(0, nextClause)
  }
  return []
}

/** Returns a predicate for tokens that name an entity of a side. */
export function onSide({ tokens, entityOf }: ComparedSentence, side: Side): (at: number) => boolean {
  const entities = new Set(side.map((at) => entityOf(tokens[at]?.name ?? -1)))
  return (at) => entities.has(entityOf(tokens[at]?.name ?? -1))
}

/**
 * Returns the nearest name in one direction with an entity that is not on the other side, and all names coordinated
 * with it. Names in `taken` were the standard of an earlier comparison in the sentence: "A is better than B, and faster
 * than C" is about A.
 */
export function nearestNames(
  sentence: ComparedSentence,
  at: number,
  step: 1 | -1,
  other: Side,
  taken: ReadonlySet<number> = new Set(),
): number[] {
  const { tokens } = sentence
  const isOther = onSide(sentence, other)
  for (let distance = 1; distance <= SUBJECT_REACH; distance += 1) {
    const index = at + distance * step
    if (!isName(tokens, index) || isOther(index)) continue
    const next = wordAt(tokens, index + 1)
    const resumed =
      isVerb(next) ||
      WORDS.relativePronouns.has(next) ||
      WORDS.relativePronouns.has(wordAt(tokens, index + 2))
    if (taken.has(index) && !resumed) continue
    const names = joinedNames(tokens, index, step)
    const end = names.findIndex((name) => name !== index && taken.has(name))
    return names.slice(0, end < 0 ? names.length : end).filter((name) => !isOther(name))
  }
  return []
}
