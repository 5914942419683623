import { z } from 'zod'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import {
  RECOMMENDATION_STRENGTHS,
  type RecommendationStrength,
  SENTIMENT_LABELS,
  type SentimentLabel,
} from '../../definitions/vocabulary.ts'
import { STRENGTHS_OF } from '../../extraction/stance/labels.ts'
import { authorize } from '../access/authorize.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { applyCorrections, labelsOf, withoutCorrections } from './apply.ts'
import { correctionsOf, nameOf, type StoredCorrection, storeCorrection } from './row.ts'
import { digestOf, lockShownAnswer, replaceObservation, type ShownAnswer } from './stored-answer.ts'

const SENTIMENTS = valuesOf(SENTIMENT_LABELS)
const STRENGTHS = valuesOf(RECOMMENDATION_STRENGTHS)

const inputSchema = z.strictObject({
  resultId: z.string('must be a text'),
  entityId: z.string('must be a text'),
  sentiment: z.enum(SENTIMENTS, `must be one of ${SENTIMENTS.join(', ')}`).optional(),
  strength: z.enum(STRENGTHS, `must be one of ${STRENGTHS.join(', ')}`).optional(),
})

/** A result whose labels a person checked. */
export interface CheckedResult {
  projectId: string
  resultId: string
}

/**
 * Sets the sentiment and the strength of the recommendation of a tracked brand in an answer of an ended run. An omitted
 * label stays as it is shown. Labels that are already shown are confirmed: they count as checked and survive a
 * re-extraction. The answer shows the labels at once. The metrics follow in the background.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST for labels that contradict each other, and for a brand that the
 *   answer does not mention; NOT_FOUND, including for another tenant's result; CONFLICT if the run has not ended, or the
 *   text of the answer was deleted
 */
export async function correctLabels({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<CheckedResult> {
  authorize(ctx, 'settings:write')
  const { resultId, entityId, ...chosen } = parse(inputSchema, input)
  return transaction(ctx, async (tx) => {
    const answer = await lockShownAnswer(ctx, tx, resultId)
    if (!chosen.sentiment && !chosen.strength)
      throw badFields({ sentiment: 'is required, unless strength is given' })
    const { text, observation, projectId, organizationId } = answer
    if (text === null)
      throw new AppError('CONFLICT', 'The text of the answer was deleted, so nobody can check its labels.')
    const shown = labelsOf(observation, entityId)
    const extracted = labelsOf(withoutCorrections(observation), entityId)
    if (!shown || !extracted) throw badFields({ entityId: unlabeledReason(answer, entityId) })
    const { sentiment = shown.label, strength = shown.strength } = chosen
    checkConsistency({ sentiment, strength }, chosen)
    const correction: StoredCorrection = {
      entityId,
      sentiment,
      strength,
      extractedSentiment: extracted.label,
      extractedStrength: extracted.strength,
    }
    await storeCorrection(ctx, tx.db, { answer, digest: digestOf(text), correction })
    const others = (await correctionsOf(tx.db, resultId)).filter((other) => other.entityId !== entityId)
    await replaceObservation(ctx, tx, answer, {
      observation: applyCorrections(observation, [...others, correction]),
      isMeasured: sentiment !== shown.label || strength !== shown.strength,
    })
    const target = await nameOf(tx.db, answer, entityId)
    await recordAudit(tx.db, ctx, { organizationId, action: 'labels.corrected', target })
    return { projectId, resultId: answer.resultId }
  })
}

function unlabeledReason({ observation }: ShownAnswer, entityId: string): string {
  const competitor = observation.competitors.find(({ id }) => id === entityId)
  if (entityId !== 'brand' && !competitor)
    return 'is neither `brand` nor the id of a competitor that was tracked in this run'
  return (entityId === 'brand' ? observation.brand : competitor)?.mentioned
    ? 'was read by an old version of the analysis; re-analyze the run first'
    : 'is not mentioned in the answer'
}

/**
 * Checks that praise is never advice against a brand, and that a brand that is only criticized is not recommended.
 * @throws {AppError} BAD_REQUEST on the label that was given
 */
function checkConsistency(
  { sentiment, strength }: { sentiment: SentimentLabel | null; strength: RecommendationStrength | null },
  given: { strength?: RecommendationStrength | undefined },
): void {
  if (!sentiment || !strength || STRENGTHS_OF[sentiment].includes(strength)) return
  throw badFields(
    given.strength
      ? { strength: `must be one of ${STRENGTHS_OF[sentiment].join(', ')} with the sentiment ${sentiment}` }
      : {
          sentiment: `must be one of ${SENTIMENTS.filter((label) => STRENGTHS_OF[label].includes(strength)).join(', ')} with the strength ${strength}, unless strength is given too`,
        },
  )
}
