import type { Token } from '../../sentences/tokens.ts'
import { isComparative, polarityOf } from './comparatives.ts'
import { isAsked, isNegation, negationOf } from './negation.ts'
import {
  type ComparedSentence,
  isName,
  isVerb,
  nearestNames,
  type SidedComparison,
  standardAfter,
  wordAt,
} from './sides.ts'
import { WORDS } from './words.ts'

const SIDE_REACH = 4
const VERB_REACH = 8

/** First and last token of a phrase that ranks the preceding names above (sign 1) or below (−1) the following names. */
interface Phrase {
  sign: number
  from: number
  end: number
}

type PhraseReader = (tokens: readonly Token[], at: number) => Phrase | null

/** Parses "A beats B" and the passive "A was beaten by B". A wish ("to see A beat B") is not a statement. */
const readWin: PhraseReader = (tokens, at) => {
  if (wordAt(tokens, at + 1) === 'by') return { sign: -1, from: at, end: at + 1 }
  if (wordAt(tokens, at) === 'beaten') return null
  for (let index = at - 1; index >= at - SIDE_REACH; index -= 1) {
    if (WORDS.wishes.has(wordAt(tokens, index))) return null
  }
  return { sign: 1, from: at, end: at }
}

/** Parses "A trails B". */
const readLoss: PhraseReader = (_tokens, at) => ({ sign: -1, from: at, end: at })

/** Parses "Lacks the reports that B has". */
const readLack: PhraseReader = (tokens, at) => {
  for (let index = at + 1; index <= at + VERB_REACH; index += 1) {
    if (isName(tokens, index))
      return WORDS.has.has(wordAt(tokens, index + 1)) ? { sign: -1, from: at, end: index - 1 } : null
  }
  return null
}

/** Parses "Fell short of B", "ahead of B" and "got the better of B". */
const readOf: PhraseReader = (tokens, at) => {
  const previous = wordAt(tokens, at - 1)
  const before = wordAt(tokens, at - 2)
  if (previous === 'short' && /^f[ae]ll/.test(before)) return { sign: -1, from: at, end: at }
  if (previous === 'ahead' && WORDS.places.has(before)) return { sign: 1, from: at, end: at }
  return previous === 'better' && before === 'the' ? { sign: 1, from: at, end: at } : null
}

/** Parses "Second to B", "catch up to B", "superior to B" and "a better alternative to B". */
const readTo: PhraseReader = (tokens, at) => {
  const previous = wordAt(tokens, at - 1)
  if (previous === 'second' || (previous === 'only' && wordAt(tokens, at - 2) === 'second'))
    return { sign: -1, from: at, end: at }
  if (previous === 'up' && wordAt(tokens, at - 2).startsWith('catch')) return { sign: -1, from: at, end: at }
  const nouns = WORDS.alternatives.has(previous)
  for (let index = at - 1; index >= at - SIDE_REACH && !isName(tokens, index); index -= 1) {
    const adjective = wordAt(tokens, index)
    if (nouns ? isComparative(adjective) : WORDS.adjectives.has(adjective) && index >= at - 3) {
      return { sign: polarityOf(tokens, index, at) ?? 0, from: index, end: at }
    }
  }
  return null
}

/** Parses "Cannot keep up with B" and "catch up with B". */
const readWith: PhraseReader = (tokens, at) => {
  if (wordAt(tokens, at - 1) !== 'up') return null
  const verb = wordAt(tokens, at - 2)
  const behind = verb.startsWith('catch') || (verb === 'keep' && isNegation(wordAt(tokens, at - 3)))
  // The negation is part of the phrase and must not invert it again.
  return behind ? { sign: -1, from: at, end: at } : null
}

/** Parses "An improvement over B" and "a better choice over B". */
const readOver: PhraseReader = (tokens, at) => {
  const previous = wordAt(tokens, at - 1)
  if (WORDS.advantages.has(previous) || previous.startsWith('improve')) return { sign: 1, from: at, end: at }
  if (wordAt(tokens, at) === 'on') return null
  for (let index = at - 1; index >= at - SIDE_REACH; index -= 1) {
    if (isComparative(wordAt(tokens, index)))
      return { sign: polarityOf(tokens, index, at) ?? 0, from: index, end: at }
  }
  return null
}

/** Parses "Prefer A to B", "chose A over B" and, with swapped sides, "switched from A to B". */
const readChoice: PhraseReader = (tokens, at) => {
  const word = wordAt(tokens, at)
  for (let index = at - 1; index >= at - VERB_REACH; index -= 1) {
    const verb = wordAt(tokens, index)
    if (word === 'to' && verb === 'from' && index >= at - SIDE_REACH - 1) {
      return WORDS.switches.has(wordAt(tokens, index - 1)) ? { sign: -1, from: index - 1, end: at } : null
    }
    if (!WORDS.choices.has(verb)) continue
    if (isNegation(wordAt(tokens, index - 1)) || isNegation(wordAt(tokens, index - 2))) return null
    const chosen = isName(tokens, index + 1) || isName(tokens, index + 2)
    return chosen && (word === 'over' || verb.startsWith('prefer')) ? { sign: 1, from: index, end: at } : null
  }
  return null
}

/** Parses "A rather than B" and "A instead of B". */
const readInstead: PhraseReader = (tokens, at) =>
  wordAt(tokens, at + 1) === (wordAt(tokens, at) === 'rather' ? 'than' : 'of')
    ? { sign: 1, from: at, end: at + 1 }
    : null

const READERS = new Map<string, readonly PhraseReader[]>([
  ...[...WORDS.wins, 'beaten'].map((word): [string, PhraseReader[]] => [word, [readWin]]),
  ...[...WORDS.loses].map((word): [string, PhraseReader[]] => [word, [readLoss]]),
  ...[...WORDS.lacks].map((word): [string, PhraseReader[]] => [word, [readLack]]),
  ['of', [readOf]],
  ['to', [readTo, readChoice]],
  ['with', [readWith]],
  ['over', [readOver, readChoice]],
  ['on', [readOver]],
  ['rather', [readInstead]],
  ['instead', [readInstead]],
])

/** Parses "Better alternatives to A are B and C", with the better names at the end. */
function readBetterAfter(
  sentence: ComparedSentence,
  { sign, from }: Phrase,
  second: readonly number[],
): SidedComparison | null {
  const end = Math.max(...second)
  if (!isVerb(wordAt(sentence.tokens, end + 1))) return null
  const first = nearestNames(sentence, end, 1, second)
  return first.length > 0 ? { sign, first, second, cues: [from] } : null
}

/**
 * Finds comparisons without "than" that use a verb, an adjective or a choice: "A beats B", "A is superior to B",
 * "prefer A to B".
 */
export function findPhrases(sentence: ComparedSentence): SidedComparison[] {
  const { tokens } = sentence
  const comparisons: SidedComparison[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    for (const read of READERS.get(wordAt(tokens, at)) ?? []) {
      const phrase = read(tokens, at)
      const second = phrase ? standardAfter(tokens, phrase.end, SIDE_REACH) : []
      if (!phrase || second.length === 0) continue
      const first = nearestNames(sentence, at, -1, second)
      const subject = Math.min(...first)
      if (first.length > 0 && !isAsked(sentence, subject)) {
        const negation = wordAt(tokens, at) === 'with' ? 1 : negationOf(tokens, subject, at)
        comparisons.push({ sign: phrase.sign * negation, first, second, cues: [phrase.from, phrase.end] })
        break
      }
      const after =
        first.length === 0 && !sentence.question ? readBetterAfter(sentence, phrase, second) : null
      if (after) comparisons.push(after)
    }
  }
  return comparisons
}
