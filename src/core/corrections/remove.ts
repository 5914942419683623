import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { applyCorrections, labelsOf } from './apply.ts'
import type { CheckedResult } from './correct.ts'
import { correctionsOf, nameOf } from './row.ts'
import { lockShownAnswer, replaceObservation } from './stored-answer.ts'

const inputSchema = z.strictObject({
  resultId: z.string('must be a text'),
  entityId: z.string('must be a text'),
})

/**
 * Removes the correction of a tracked brand in an answer, so that the labels of the analysis are shown again. Without a
 * correction, nothing changes.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, including for another tenant's result; CONFLICT if the run has
 *   not ended
 */
export async function removeCorrection({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<CheckedResult> {
  authorize(ctx, 'settings:write')
  const { resultId, entityId } = parse(inputSchema, input)
  return transaction(ctx, async (tx) => {
    const answer = await lockShownAnswer(ctx, tx, resultId)
    const { projectId, organizationId } = answer
    const { count } = await tx.db.labelCorrection.deleteMany({
      where: { resultId: answer.resultId, entityId },
    })
    if (count === 0) return { projectId, resultId: answer.resultId }
    const observation = applyCorrections(answer.observation, await correctionsOf(tx.db, resultId))
    const before = labelsOf(answer.observation, entityId)
    const after = labelsOf(observation, entityId)
    await replaceObservation(ctx, tx, answer, {
      observation,
      isMeasured: before?.label !== after?.label || before?.strength !== after?.strength,
    })
    const target = await nameOf(tx.db, answer, entityId)
    await recordAudit(tx.db, ctx, { organizationId, action: 'labels.restored', target })
    return { projectId, resultId: answer.resultId }
  })
}
