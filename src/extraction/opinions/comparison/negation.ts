import type { Token } from '../../sentences/tokens.ts'
import { type ComparedSentence, isName, wordAt } from './sides.ts'
import { WORDS } from './words.ts'

const COMPARATIVE_REACH = 10
const OPINION_REACH = 6
const QUESTION_REACH = 3

export function isNegation(word: string): boolean {
  return WORDS.negations.has(word)
}

/**
 * Returns the effect of the words before the subject on a comparison: 1 keeps it, −1 inverts it ("I don't think A is
 * better", "I doubt that A is better"), 0 cancels it ("if A is better").
 */
function signOfOpinion(tokens: readonly Token[], subject: number): number {
  let opinion = false
  if (WORDS.conditions.has(wordAt(tokens, subject - 1)) || WORDS.conditions.has(wordAt(tokens, subject - 2)))
    return 0
  for (let index = subject - 1; index >= subject - OPINION_REACH; index -= 1) {
    const word = wordAt(tokens, index)
    if (WORDS.clauseEnds.has(word) || isName(tokens, index)) break
    const before = wordAt(tokens, index - 1)
    if (WORDS.doubts.has(word)) return isNegation(before) || before === 'without' ? 1 : -1
    if (word === 'sure' || word === 'know') return isNegation(before) ? 0 : 1
    if (WORDS.opinions.has(word)) opinion = true
    if (isNegation(word)) return opinion ? -1 : 1
  }
  return 1
}

/**
 * Returns the effect of negation on the comparative at the token `comparative`, which follows its subject: 1 keeps its
 * polarity, −1 inverts it, 0 cancels it.
 */
export function negationOf(tokens: readonly Token[], subject: number, comparative: number): number {
  let sign = 1
  for (let index = Math.max(subject + 1, comparative - COMPARATIVE_REACH); index < comparative; index += 1) {
    const word = wordAt(tokens, index)
    if (WORDS.clauseEnds.has(word)) sign = 1
    else if (isNegation(word) && wordAt(tokens, index + 1) !== 'only') sign = -1
    // "Not any better", "not much better", "not necessarily better": about the same.
    else if (sign < 0 && WORDS.limits.has(word)) return 0
  }
  return sign * signOfOpinion(tokens, subject)
}

/**
 * True for "Is A better than B?", which makes no statement, but not for "Why is A better than B?", which presupposes
 * it.
 */
export function isAsked({ tokens, question }: ComparedSentence, subject: number): boolean {
  if (!question) return false
  for (let index = subject - 1; index >= subject - QUESTION_REACH; index -= 1) {
    if (WORDS.auxiliaries.has(wordAt(tokens, index)))
      return !WORDS.questionWords.has(wordAt(tokens, index - 1))
  }
  return false
}
