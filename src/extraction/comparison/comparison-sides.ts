import type { Token } from '../text/words.ts'
import { wordSet } from './comparison-words.ts'

/** A sentence as it is read for comparisons. */
export interface ReadSentence {
  tokens: readonly Token[]
  /** Tells which names are the same. */
  entityOf: (name: number) => number
  question: boolean
}

/** Names of one side: token indices, the nearest to the comparing words first. */
export type Side = readonly number[]

/** Two sides: by a sign of 1 the first is ahead of the second, by −1 behind it. */
export interface Finding {
  sign: number
  first: Side
  second: Side
  /** Tokens of the words that compare. */
  cues: readonly number[]
}

// Bounds keep time linear on a text that is one endless sentence.
const STANDARD_REACH = 12
const SUBJECT_REACH = 45
const LARGEST_GAP = 3
const LARGEST_SIDE = 40
const STOPS = wordSet(
  '; : ? ! but because since if when while although though which who whose so unless until',
)
const JOINS = wordSet(', and or & / vs versus plus both as well like ( )')
const RELATIVES = wordSet('which who that')
const VERBS = wordSet(`
  is are was were be been being has have had does did do gets get got seems seem looks look looked feels feel felt offers
  offer offered provides provide gives give gave makes make made works work worked runs run ran performs perform performed
  comes remains would will can could should might may must isn't aren't wasn't weren't won't doesn't didn't says said
  handles needs needed took takes uses used likes like love loved loves find found finds think thought allows lets`)

/** True for a verb that often follows a subject. */
export function isVerb(word: string): boolean {
  return VERBS.has(word)
}

/** The word at a token; empty for a name and beyond the ends. */
export function wordAt(tokens: readonly Token[], at: number): string {
  // An array looked up below 0 is slow.
  return at < 0 ? '' : (tokens[at]?.word ?? '')
}

/** True where a name stands. */
export function isName(tokens: readonly Token[], at: number): boolean {
  return at >= 0 && (tokens[at]?.name ?? -1) >= 0
}

/** The name at a token and those joined to it by commas, "and", "or", going one way. */
export function joinedNames(tokens: readonly Token[], at: number, step: 1 | -1): number[] {
  const found = [at]
  let gap = 0
  for (let index = at + step; found.length < LARGEST_SIDE && gap <= LARGEST_GAP; index += step) {
    if (isName(tokens, index)) {
      found.push(index)
      gap = 0
    } else if (JOINS.has(wordAt(tokens, index))) gap += 1
    else break
  }
  return found
}

/** True where a name after a comma or "and" has a verb of its own. */
function opensClause(tokens: readonly Token[], at: number): boolean {
  const before = wordAt(tokens, at - 1)
  return (before === ',' || before === 'and') && isVerb(wordAt(tokens, at + 1))
}

/** The names something is measured against: the first after a token, within its clause, and those joined to it. */
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

/** Tells the tokens whose name is on a side. */
export function isOn({ tokens, entityOf }: ReadSentence, side: Side): (at: number) => boolean {
  const entities = new Set(side.map((at) => entityOf(tokens[at]?.name ?? -1)))
  return (at) => entities.has(entityOf(tokens[at]?.name ?? -1))
}

/**
 * The nearest names in a direction that are not on the other side, and those joined to them. `taken` names were the
 * standard of a comparison before: "A is better than B, and faster than C" is about A.
 */
export function nearestNames(
  sentence: ReadSentence,
  at: number,
  step: 1 | -1,
  other: Side,
  taken: ReadonlySet<number> = new Set(),
): number[] {
  const { tokens } = sentence
  const isOther = isOn(sentence, other)
  for (let distance = 1; distance <= SUBJECT_REACH; distance += 1) {
    const index = at + distance * step
    if (!isName(tokens, index) || isOther(index)) continue
    const next = wordAt(tokens, index + 1)
    const resumed = isVerb(next) || RELATIVES.has(next) || RELATIVES.has(wordAt(tokens, index + 2))
    if (taken.has(index) && !resumed) continue
    const names = joinedNames(tokens, index, step)
    const end = names.findIndex((name) => name !== index && taken.has(name))
    return names.slice(0, end < 0 ? names.length : end).filter((name) => !isOther(name))
  }
  return []
}
