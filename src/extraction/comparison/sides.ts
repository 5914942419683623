import type { Token } from '../sentences/tokens.ts'
import { wordSet } from './comparatives.ts'

/** What is read of a sentence, or of one cell of a collapsed table, to find comparisons. */
export interface ComparedSentence {
  tokens: readonly Token[]
  /** Entity of a found name. */
  entityOf: (name: number) => number
  question: boolean
}

/** The names of one side of a comparison: token indices, the nearest to the comparing words first. */
export type Side = readonly number[]

/** A comparison of two sides: the first is better than the second for a sign of 1, worse for −1, neither for 0. */
export interface SidedComparison {
  sign: number
  first: Side
  second: Side
  /** Token indices of the words that compare. */
  cues: readonly number[]
}

// Distances in tokens, which keep time linear on a text that is one long sentence.
const STANDARD_REACH = 12
const SUBJECT_REACH = 45
const LARGEST_GAP = 3
const LARGEST_SIDE = 40
const STOPS = wordSet(
  '; : ? ! but because since if when while although though which who whose so unless until',
)
const COORDINATORS = wordSet(', and or & / vs versus plus both as well like ( )')
const RELATIVE_PRONOUNS = wordSet('which who that')
const VERBS = wordSet(`
  is are was were be been being has have had does did do gets get got seems seem looks look looked feels feel felt offers
  offer offered provides provide gives give gave makes make made works work worked runs run ran performs perform performed
  comes remains would will can could should might may must isn't aren't wasn't weren't won't doesn't didn't says said
  handles needs needed took takes uses used likes like love loved loves find found finds think thought allows lets`)

/** True for a verb that often follows a subject. */
export function isVerb(word: string): boolean {
  return VERBS.has(word)
}

/** The word of a token; empty for a name and for indices outside the sentence. */
export function wordAt(tokens: readonly Token[], at: number): string {
  // V8 reads negative indices of arrays slowly.
  return at < 0 ? '' : (tokens[at]?.word ?? '')
}

/** True when the token is a name. */
export function isName(tokens: readonly Token[], at: number): boolean {
  return at >= 0 && (tokens[at]?.name ?? -1) >= 0
}

/** The name at a token and those coordinated with it by commas, "and" or "or" in one direction. */
export function joinedNames(tokens: readonly Token[], at: number, step: 1 | -1): number[] {
  const found = [at]
  let gap = 0
  for (let index = at + step; found.length < LARGEST_SIDE && gap <= LARGEST_GAP; index += step) {
    if (isName(tokens, index)) {
      found.push(index)
      gap = 0
    } else if (COORDINATORS.has(wordAt(tokens, index))) gap += 1
    else break
  }
  return found
}

/** True where a name after a comma or "and" has a verb of its own. */
function opensClause(tokens: readonly Token[], at: number): boolean {
  const before = wordAt(tokens, at - 1)
  return (before === ',' || before === 'and') && isVerb(wordAt(tokens, at + 1))
}

/**
 * The standard of a comparison, which is what something is compared with: the first name after a token within the clause, and those
 * coordinated with it. Empty when there is none within `reach` tokens.
 */
export function standardAfter(tokens: readonly Token[], at: number, reach = STANDARD_REACH): number[] {
  for (let index = at + 1; index < tokens.length && index <= at + reach; index += 1) {
    if (STOPS.has(wordAt(tokens, index))) return []
    if (!isName(tokens, index)) continue
    const names = joinedNames(tokens, index, 1)
    const other = names.findIndex((name) => opensClause(tokens, name))
    return other < 0 ? names : names.slice(0, other)
  }
  return []
}

/** Returns a test for the tokens whose name is of an entity on a side. */
export function onSide({ tokens, entityOf }: ComparedSentence, side: Side): (at: number) => boolean {
  const entities = new Set(side.map((at) => entityOf(tokens[at]?.name ?? -1)))
  return (at) => entities.has(entityOf(tokens[at]?.name ?? -1))
}

/**
 * The nearest name in a direction whose entity is not on the other side, and those coordinated with it. Names in `taken` were the
 * standard of an earlier comparison of the sentence: "A is better than B, and faster than C" is about A.
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
      isVerb(next) || RELATIVE_PRONOUNS.has(next) || RELATIVE_PRONOUNS.has(wordAt(tokens, index + 2))
    if (taken.has(index) && !resumed) continue
    const names = joinedNames(tokens, index, step)
    const end = names.findIndex((name) => name !== index && taken.has(name))
    return names.slice(0, end < 0 ? names.length : end).filter((name) => !isOther(name))
  }
  return []
}
