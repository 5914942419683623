import type { Mention, Sentiment } from '../foundation/observation.ts'
import { lowerCase } from '../text/fold.ts'
import { OPINIONS } from './model.ts'
import { readOpinions } from './opinions.ts'

const PRAISE = OPINIONS.indexOf('praise')
const FAULT = OPINIONS.indexOf('fault')

/** Minimum score of a clause that praises, if the whole answer is positive, and if it is mixed. */
const MIN_PRAISE = 0.5
const MIN_PRAISE_OF_MIXED = 0.6
/** Minimum probability that the whole answer is positive. */
const MIN_POSITIVE = 0.7
/** Maximum score of a clause that criticizes. */
const MAX_CRITICISM = -0.4
/** Minimum probability of criticism according to the opinion model, and how far it must exceed the probability of praise. */
const MIN_FAULT = 0.5
const MIN_LEAD = 0.1
/** How far the probability of criticism may exceed the probability of praise in a clause that praises. */
const MAX_LEAD_OF_PRAISE = 0.3

/** Denied criticism, such as "hard to find fault with" and "little not to like". The words of both models are negative. */
const DENIED_FAULT =
  /\b(?:little|nothing|few|hard|hardly|difficult|impossible|tough|barely|rarely)(?:\s+\w+){0,4}?\s+(?:not to|fault|faults|flaws?|weakness(?:es)?|complain|complaints|criticise|criticize|dislike|hate|wrong)\b/

/** Ironic praise, such as "good luck reaching support". The words of both models are positive. */
const IRONIC_PRAISE = /\b(?:good luck|nice try|best of luck)\b/

/**
 * Whether the clause about a mention can be quoted as praise or criticism. The sentiment of the clause alone is too often
 * wrong, for example about "hard to beat". So the sentiment of the whole answer toward the brand must agree, and the opinion
 * model must not contradict. The limits are chosen so that at least nine of ten quoted clauses of labeled answers are right
 * (`npm run quality`).
 * @param sentiment of the answer toward the entity of the mention. Without a probability, a judge labeled the mentions, and
 *   its praise and criticism is quoted as it is.
 */
export function isClearOpinion(
  clause: string,
  { sentiment: label, score }: Pick<Mention, 'sentiment' | 'score'>,
  sentiment: Pick<Sentiment, 'label' | 'probability'>,
): boolean {
  if (label === 'neutral' || label === null) return false
  if (sentiment.probability === null) return true
  const lower = lowerCase(clause)
  const { passages } = readOpinions(lower, [{ start: 0, end: lower.length }])
  const [praise = 0, fault = 0] = [passages[PRAISE], passages[FAULT]]
  if (label === 'positive') {
    if (IRONIC_PRAISE.test(lower) || fault - praise > MAX_LEAD_OF_PRAISE) return false
    if (sentiment.label === 'mixed') return (score ?? 0) > MIN_PRAISE_OF_MIXED
    const isLikely = sentiment.probability >= MIN_POSITIVE
    return sentiment.label === 'positive' && isLikely && (score ?? 0) > MIN_PRAISE
  }
  if ((score ?? 0) > MAX_CRITICISM || DENIED_FAULT.test(lower)) return false
  if (sentiment.label !== 'negative' && sentiment.label !== 'mixed') return false
  return fault > MIN_FAULT && fault - praise > MIN_LEAD
}
