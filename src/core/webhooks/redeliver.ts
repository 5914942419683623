import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { isUuid } from '../ids.ts'
import { transaction } from '../transaction.ts'
import { toJob } from './job.ts'
import { visibleDeliveries, WITH_ATTEMPTS } from './read.ts'
import { type DeliveryRecord, recordOf } from './record.ts'

/**
 * Sends a webhook once more, at once, whatever became of it: under the same id, with the same body, signed anew. If it
 * fails, it is tried again as often as the schedule has attempts left. For keys that may see the analysis, and for admins
 * among the members.
 * @returns the delivery, waiting
 * @throws {AppError} FORBIDDEN; NOT_FOUND, also for one the caller may not see
 */
export async function redeliverWebhook({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { deliveryId: string }
}): Promise<DeliveryRecord> {
  authorize(ctx, 'webhooks:redeliver')
  const { deliveryId } = input
  if (!isUuid(deliveryId)) throw notFound('Webhook delivery')
  const nextAttemptAt = ctx.now()
  const visible = { AND: [{ id: deliveryId }, visibleDeliveries(ctx)] }
  return transaction(ctx, async (tx) => {
    await tx.db.webhookDelivery.updateMany({ where: visible, data: { status: 'pending', nextAttemptAt } })
    const delivery = await tx.db.webhookDelivery.findFirst({
      where: visible,
      include: WITH_ATTEMPTS,
    })
    if (!delivery) throw notFound('Webhook delivery')
    tx.enqueue(toJob({ id: delivery.id, nextAttemptAt }))
    return recordOf(delivery)
  })
}
