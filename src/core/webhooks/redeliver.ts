import { authorize, organizationOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { isUuid } from '../ids.ts'
import { transaction } from '../transaction.ts'
import { toJob } from './job.ts'

/**
 * Sends a webhook once more, at once, whatever became of it: under the same id, with the same body, signed anew. If it
 * fails, it is tried again as often as the schedule has attempts left.
 * @throws {AppError} FORBIDDEN; NOT_FOUND, also for another organization's
 */
export async function redeliverWebhook({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { deliveryId: string }
}): Promise<{ deliveryId: string }> {
  authorize(ctx, 'organization:admin')
  const { deliveryId } = input
  if (!isUuid(deliveryId)) throw notFound('Webhook delivery')
  const nextAttemptAt = ctx.now()
  return transaction(ctx, async (tx) => {
    const { count } = await tx.db.webhookDelivery.updateMany({
      where: { id: deliveryId, organizationId: organizationOf(ctx) },
      data: { status: 'pending', nextAttemptAt },
    })
    if (count === 0) throw notFound('Webhook delivery')
    tx.enqueue(toJob({ id: deliveryId, nextAttemptAt }))
    return { deliveryId }
  })
}
