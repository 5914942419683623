import type { Token } from '../sentences/tokens.ts'
import { isComparative, polarityOf, wordSet } from './comparatives.ts'
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

const WINS = wordSet(`
  beats beat outperforms outperform outperformed outshines outshine surpasses surpass surpassed outpaces outpace outpaced
  trumps exceeds bests outranks outsells outsold outclasses`)
const LOSES = wordSet('trails trail trailed lags lagged')
const LACKS = wordSet('lack lacks lacked lacking')
const HAS = wordSet('has have had offers provides includes')
const WISHES = wordSet('see want hope wish let make help could')
const ADVANTAGES = wordSet(
  'advantage edge lead improvement improvements upgrade preference preferable choice',
)
const ADJECTIVES = wordSet('superior inferior preferable')
const ALTERNATIVES = wordSet('alternative alternatives substitute substitutes replacement replacements')
const CHOICES = wordSet(
  'prefer prefers preferred choose chose chosen pick picked recommend favor favour favored use used using',
)
const SWITCHES = wordSet('switched switching migrated defected moved converted')
const PLACES = wordSet('is are was were stays remains keeps pulled well far way miles step still')
const SIDE_REACH = 4
const VERB_REACH = 8

/** A phrase that calls the names before it better (sign 1) or worse (−1) than those after it: its first and last token. */
interface Phrase {
  sign: number
  from: number
  end: number
}

type PhraseReader = (tokens: readonly Token[], at: number) => Phrase | null

/** "A beats B", and in the passive "A was beaten by B"; a wish ("to see A beat B") states nothing. */
const readWin: PhraseReader = (tokens, at) => {
  if (wordAt(tokens, at + 1) === 'by') return { sign: -1, from: at, end: at + 1 }
  if (wordAt(tokens, at) === 'beaten') return null
  for (let index = at - 1; index >= at - SIDE_REACH; index -= 1) {
    if (WISHES.has(wordAt(tokens, index))) return null
  }
  return { sign: 1, from: at, end: at }
}

/** "A trails B". */
const readLoss: PhraseReader = (_tokens, at) => ({ sign: -1, from: at, end: at })

/** "Lacks the reports that B has". */
const readLack: PhraseReader = (tokens, at) => {
  for (let index = at + 1; index <= at + VERB_REACH; index += 1) {
    if (isName(tokens, index))
      return HAS.has(wordAt(tokens, index + 1)) ? { sign: -1, from: at, end: index - 1 } : null
  }
  return null
}

/** "Fell short of B", "ahead of B", "got the better of B". */
const readOf: PhraseReader = (tokens, at) => {
  const previous = wordAt(tokens, at - 1)
  const before = wordAt(tokens, at - 2)
  if (previous === 'short' && /^f[ae]ll/.test(before)) return { sign: -1, from: at, end: at }
  if (previous === 'ahead' && PLACES.has(before)) return { sign: 1, from: at, end: at }
  return previous === 'better' && before === 'the' ? { sign: 1, from: at, end: at } : null
}

/** "Second to B", "catch up to B", "superior to B", "a better alternative to B". */
const readTo: PhraseReader = (tokens, at) => {
  const previous = wordAt(tokens, at - 1)
  if (previous === 'second' || (previous === 'only' && wordAt(tokens, at - 2) === 'second'))
    return { sign: -1, from: at, end: at }
  if (previous === 'up' && wordAt(tokens, at - 2).startsWith('catch')) return { sign: -1, from: at, end: at }
  const nouns = ALTERNATIVES.has(previous)
  for (let index = at - 1; index >= at - SIDE_REACH && !isName(tokens, index); index -= 1) {
    const adjective = wordAt(tokens, index)
    if (nouns ? isComparative(adjective) : ADJECTIVES.has(adjective) && index >= at - 3) {
      return { sign: polarityOf(tokens, index, at) ?? 0, from: index, end: at }
    }
  }
  return null
}

/** "Cannot keep up with B", "catch up with B". */
const readWith: PhraseReader = (tokens, at) => {
  if (wordAt(tokens, at - 1) !== 'up') return null
  const verb = wordAt(tokens, at - 2)
  const behind = verb.startsWith('catch') || (verb === 'keep' && isNegation(wordAt(tokens, at - 3)))
  // The negation is part of the phrase and must not invert it again.
  return behind ? { sign: -1, from: at, end: at } : null
}

/** "An improvement over B", "a better choice over B". */
const readOver: PhraseReader = (tokens, at) => {
  const previous = wordAt(tokens, at - 1)
  if (ADVANTAGES.has(previous) || previous.startsWith('improve')) return { sign: 1, from: at, end: at }
  if (wordAt(tokens, at) === 'on') return null
  for (let index = at - 1; index >= at - SIDE_REACH; index -= 1) {
    if (isComparative(wordAt(tokens, index)))
      return { sign: polarityOf(tokens, index, at) ?? 0, from: index, end: at }
  }
  return null
}

/** "Prefer A to B", "chose A over B", and with the sides exchanged "switched from A to B". */
const readChoice: PhraseReader = (tokens, at) => {
  const word = wordAt(tokens, at)
  for (let index = at - 1; index >= at - VERB_REACH; index -= 1) {
    const verb = wordAt(tokens, index)
    if (word === 'to' && verb === 'from' && index >= at - SIDE_REACH - 1) {
      return SWITCHES.has(wordAt(tokens, index - 1)) ? { sign: -1, from: index - 1, end: at } : null
    }
    if (!CHOICES.has(verb)) continue
    if (isNegation(wordAt(tokens, index - 1)) || isNegation(wordAt(tokens, index - 2))) return null
    const chosen = isName(tokens, index + 1) || isName(tokens, index + 2)
    return chosen && (word === 'over' || verb.startsWith('prefer')) ? { sign: 1, from: index, end: at } : null
  }
  return null
}

/** "A rather than B", "A instead of B". */
const readInstead: PhraseReader = (tokens, at) =>
  wordAt(tokens, at + 1) === (wordAt(tokens, at) === 'rather' ? 'than' : 'of')
    ? { sign: 1, from: at, end: at + 1 }
    : null

const READERS = new Map<string, readonly PhraseReader[]>([
  ...[...WINS, 'beaten'].map((word): [string, PhraseReader[]] => [word, [readWin]]),
  ...[...LOSES].map((word): [string, PhraseReader[]] => [word, [readLoss]]),
  ...[...LACKS].map((word): [string, PhraseReader[]] => [word, [readLack]]),
  ['of', [readOf]],
  ['to', [readTo, readChoice]],
  ['with', [readWith]],
  ['over', [readOver, readChoice]],
  ['on', [readOver]],
  ['rather', [readInstead]],
  ['instead', [readInstead]],
])

/** "Better alternatives to A are B and C": the better names follow. */
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

/** Finds comparisons by a verb, an adjective or a choice without "than": "A beats B", "A is superior to B", "prefer A to B". */
export function findPhrases(sentence: ComparedSentence): SidedComparison[] {
  const { tokens } = sentence
  const found: SidedComparison[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    for (const read of READERS.get(wordAt(tokens, at)) ?? []) {
      const phrase = read(tokens, at)
      const second = phrase ? standardAfter(tokens, phrase.end, SIDE_REACH) : []
      if (!phrase || second.length === 0) continue
      const first = nearestNames(sentence, at, -1, second)
      const subject = Math.min(...first)
      if (first.length > 0 && !isAsked(sentence, subject)) {
        const negation = wordAt(tokens, at) === 'with' ? 1 : negationOf(tokens, subject, at)
        found.push({ sign: phrase.sign * negation, first, second, cues: [phrase.from, phrase.end] })
        break
      }
      const after =
        first.length === 0 && !sentence.question ? readBetterAfter(sentence, phrase, second) : null
      if (after) found.push(after)
    }
  }
  return found
}
