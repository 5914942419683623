import { lowerCase } from '../text/fold.ts'
import { OPINIONS } from './model.ts'
import { readOpinions } from './opinions.ts'

const PRAISE = OPINIONS.indexOf('praise')
const FAULT = OPINIONS.indexOf('fault')

/** Maximum sentiment of a clause that counts as criticism. */
const MAX_SCORE = -0.5
/** Minimum probability of criticism, and how far it must exceed the probability of praise. */
const MIN_FAULT = 0.6
const MIN_LEAD = 0.3

/** Denied criticism, such as "hard to find fault with" and "little not to like". The words of both models are negative. */
const DENIED_FAULT =
  /\b(?:little|nothing|few|hard|hardly|difficult|impossible|tough|barely|rarely)(?:\s+\w+){0,4}?\s+(?:not to|fault|faults|flaws?|weakness(?:es)?|complain|complaints|criticise|criticize|dislike|hate|wrong)\b/

/**
 * Whether a clause clearly criticizes: the sentiment of its mention is negative and, independently of it, the opinion
 * model finds criticism and hardly any praise. The sentiment alone also takes idioms such as "hard to beat" for criticism.
 * The model reads English; it has no confidence in clauses of other languages, so these never count.
 */
export function isClearCriticism(clause: string, score: number): boolean {
  if (score > MAX_SCORE) return false
  const lower = lowerCase(clause)
  if (DENIED_FAULT.test(lower)) return false
  const { passages } = readOpinions(lower, [{ start: 0, end: clause.length }])
  const [praise = 0, fault = 0] = [passages[PRAISE], passages[FAULT]]
  return fault >= MIN_FAULT && fault - praise >= MIN_LEAD
}
