import type { Token } from '../sentences/tokens.ts'
import { wordSet } from './comparatives.ts'
import { type ComparedSentence, isName, wordAt } from './sides.ts'

const NEGATIONS = wordSet(`
  not never no don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't cannot couldn't shouldn't ain't hasn't
  haven't hardly nothing nobody neither nor nowhere dont doesnt didnt isnt wasnt wont wouldnt`)
const CLAUSE_ENDS = wordSet(', but and ;')
// "Not any better", "not much better", "not necessarily better": about the same.
const LIMITS = wordSet('any much necessarily')
const OPINIONS = wordSet('think believe say said saying see agree convinced claim mean feel find suggest')
const DOUBTS = wordSet('doubt doubtful skeptical sceptical unlikely')
const AUXILIARIES = wordSet('is are was were do does did has have had will would can could should might')
const QUESTION_WORDS = wordSet('why how where')
const CONDITIONS = wordSet('if whether')
const COMPARATIVE_REACH = 10
const OPINION_REACH = 6
const QUESTION_REACH = 3

/** True for a negation. */
export function isNegation(word: string): boolean {
  return NEGATIONS.has(word)
}

/**
 * Effect of the words before the subject on a comparison: 1 keeps it, −1 inverts it ("I don't think A is better", "I doubt that A is
 * better"), 0 cancels it ("if A is better").
 */
function signOfOpinion(tokens: readonly Token[], subject: number): number {
  let opinion = false
  if (CONDITIONS.has(wordAt(tokens, subject - 1)) || CONDITIONS.has(wordAt(tokens, subject - 2))) return 0
  for (let index = subject - 1; index >= subject - OPINION_REACH; index -= 1) {
    const word = wordAt(tokens, index)
    if (CLAUSE_ENDS.has(word) || isName(tokens, index)) break
    const before = wordAt(tokens, index - 1)
    if (DOUBTS.has(word)) return isNegation(before) || before === 'without' ? 1 : -1
    if (word === 'sure' || word === 'know') return isNegation(before) ? 0 : 1
    if (OPINIONS.has(word)) opinion = true
    if (isNegation(word)) return opinion ? -1 : 1
  }
  return 1
}

/** Effect of negation on a comparative (token `comparative`) of a subject before it: 1 keeps its polarity, −1 inverts it, 0 cancels it. */
export function negationOf(tokens: readonly Token[], subject: number, comparative: number): number {
  let sign = 1
  for (let index = Math.max(subject + 1, comparative - COMPARATIVE_REACH); index < comparative; index += 1) {
    const word = wordAt(tokens, index)
    if (CLAUSE_ENDS.has(word)) sign = 1
    else if (isNegation(word) && wordAt(tokens, index + 1) !== 'only') sign = -1
    else if (sign < 0 && LIMITS.has(word)) return 0
  }
  return sign * signOfOpinion(tokens, subject)
}

/** True for "Is A better than B?", which states nothing, but not for "Why is A better than B?", which presupposes the comparison. */
export function isAsked({ tokens, question }: ComparedSentence, subject: number): boolean {
  if (!question) return false
  for (let index = subject - 1; index >= subject - QUESTION_REACH; index -= 1) {
    if (AUXILIARIES.has(wordAt(tokens, index))) return !QUESTION_WORDS.has(wordAt(tokens, index - 1))
  }
  return false
}
