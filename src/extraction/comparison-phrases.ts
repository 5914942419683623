import { isAsked, isNegation, negationOf } from './comparison-negation.ts'
import {
  type Finding,
  isName,
  nearestNames,
  type ReadSentence,
  standardAfter,
  wordAt,
} from './comparison-sides.ts'
import { degreeOf, isDegree, wordSet } from './comparison-words.ts'
import { weigh } from './lexicon-score.ts'
import type { Token } from './words.ts'

const WINS = wordSet(`
  beats beat outperforms outperform outperformed outshines outshine surpasses surpass surpassed outpaces outpace outpaced
  trumps exceeds bests outranks outsells outsold outclasses`)
const LOSES = wordSet('trails trail trailed lags lagged')
const ADJECTIVES = wordSet('superior inferior preferable')
const GAINS = wordSet('advantage edge lead improvement improvements upgrade preference preferable choice')
const CHOICES = wordSet(
  'prefer prefers preferred choose chose chosen pick picked recommend favor favour favored use used using',
)
const SWITCHES = wordSet('switched switching migrated defected moved converted')
const PLACES = wordSet('is are was were stays remains keeps pulled moved well far way miles step still')
const SIDE_REACH = 4
const VERB_REACH = 8
const CLAUSE_REACH = 20

/** A phrase that puts the names before it ahead of those after it (1) or behind them (−1), and its last token. */
interface Phrase {
  sign: number
  end: number
}

/** "A beats B", "A lags behind B", "A fell short of B", "A is ahead of B"; by "was beaten by" the other way. */
function readVerb(tokens: readonly Token[], at: number): Phrase | null {
  const word = wordAt(tokens, at)
  const next = wordAt(tokens, at + 1)
  if (WINS.has(word) || word === 'beaten' || word === 'outperformed') {
    if (next === 'by') return { sign: -1, end: at + 1 }
    return word === 'beaten' ? null : { sign: 1, end: at }
  }
  if (LOSES.has(word)) return { sign: -1, end: at }
  if (word === 'short' && next === 'of' && /^f[ae]ll/.test(wordAt(tokens, at - 1))) return { sign: -1, end: at + 1 }
  if (word === 'ahead' && next === 'of' && PLACES.has(wordAt(tokens, at - 1))) return { sign: 1, end: at + 1 }
  return null
}

/** "Superior to B", "a better choice over B", "an improvement on B". */
function readAdjective(tokens: readonly Token[], at: number): Phrase | null {
  const word = wordAt(tokens, at)
  const previous = wordAt(tokens, at - 1)
  const improves = previous.startsWith('improve')
  if (word === 'over' || (word === 'on' && improves)) {
    if (GAINS.has(previous) || improves) return { sign: 1, end: at }
  } else if (word !== 'to') return null
  for (let index = at - 1; index >= at - SIDE_REACH; index -= 1) {
    const adjective = wordAt(tokens, index)
    if (word === 'to' && isName(tokens, index)) return null
    if (word === 'to' ? ADJECTIVES.has(adjective) : isDegree(adjective)) {
      return { sign: degreeOf(tokens, index, at) ?? 0, end: at }
    }
  }
  return null
}

/** "A rather than B", "A instead of B", "prefer A over B", "prefer A to B". */
function readChoice(tokens: readonly Token[], at: number): Phrase | null {
  const word = wordAt(tokens, at)
  const next = wordAt(tokens, at + 1)
  if ((word === 'rather' && next === 'than') || (word === 'instead' && next === 'of')) return { sign: 1, end: at + 1 }
  if (word !== 'over' && word !== 'to') return null
  for (let index = at - 1; index >= at - VERB_REACH; index -= 1) {
    const verb = wordAt(tokens, index)
    if (!CHOICES.has(verb)) continue
    if (isNegation(wordAt(tokens, index - 1)) || isNegation(wordAt(tokens, index - 2))) return null
    const chosen = isName(tokens, index + 1) || isName(tokens, index + 2)
    return chosen && (word === 'over' || verb.startsWith('prefer')) ? { sign: 1, end: at } : null
  }
  return null
}

/** "Switched from A to B". */
function readSwitch(tokens: readonly Token[], at: number): Phrase | null {
  if (wordAt(tokens, at) !== 'to') return null
  for (let index = at - 1; index >= at - SIDE_REACH - 1; index -= 1) {
    if (wordAt(tokens, index) === 'from') return SWITCHES.has(wordAt(tokens, index - 1)) ? { sign: -1, end: at } : null
  }
  return null
}

const READERS = [readVerb, readAdjective, readChoice, readSwitch]

/** "Faster compared to B", "the slower A versus the faster B"; "compared to B, A is faster" with what follows. */
function readMeasure(sentence: ReadSentence, at: number): Finding | null {
  const { tokens } = sentence
  const word = wordAt(tokens, at)
  const next = wordAt(tokens, at + 1)
  const compared = /^compar(?:ed?|ison|ing)$/.test(word) && (next === 'to' || next === 'with')
  const opposed = word === 'opposed' && wordAt(tokens, at - 1) === 'as'
  const relative = word === 'relative' && next === 'to'
  if (!compared && !opposed && !relative && word !== 'versus' && word !== 'vs' && word !== 'unlike') return null
  const second = standardAfter(tokens, at)
  if (second.length === 0) return null
  // "Which is faster, A vs B" does not say.
  if ((word === 'vs' || word === 'versus') && isName(tokens, at - 1)) return null
  const first = word === 'unlike' ? [] : nearestNames(sentence, at, -1, second)
  for (let index = at - 1; first.length > 0 && index >= at - CLAUSE_REACH; index -= 1) {
    const sign = degreeOf(tokens, index, at)
    if (sign) return { sign, first, second }
  }
  const end = Math.max(...second)
  const opens = at < 3 || wordAt(tokens, at - 1) === ',' || wordAt(tokens, at - 2) === ','
  if (first.length > 0 || !opens || !tokens.slice(end, end + SIDE_REACH).some((token) => token.word === ',')) return null
  let opinion = 0
  for (let index = end + 1; index < Math.min(tokens.length, end + CLAUSE_REACH); index += 1) {
    if (wordAt(tokens, index) === 'than') return null
    opinion += degreeOf(tokens, index, tokens.length) ?? weigh(tokens, index, end)
  }
  return { sign: Math.sign(opinion), first: nearestNames(sentence, end, 1, second), second }
}

/** Finds what compares without "than": verbs, adjectives, choices, "compared to". */
export function findPhrases(sentence: ReadSentence): Finding[] {
  const { tokens } = sentence
  const found: Finding[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const measure = readMeasure(sentence, at)
    if (measure) found.push(measure)
    for (const read of READERS) {
      const phrase = read(tokens, at)
      if (!phrase) continue
      const second = standardAfter(tokens, phrase.end, SIDE_REACH)
      const first = second.length > 0 ? nearestNames(sentence, at, -1, second) : []
      const subject = Math.min(...first)
      if (first.length === 0 || isAsked(sentence, subject)) continue
      found.push({ sign: phrase.sign * negationOf(tokens, subject, at), first, second })
      break
    }
  }
  return found
}
