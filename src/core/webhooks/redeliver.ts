import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { isUuid } from '../foundation/ids.ts'
import { transaction } from '../foundation/transaction.ts'
import type { DeliveryRecord } from './definition.ts'
import { toWebhookJob } from './queue.ts'
import { visibleDeliveries, WITH_ATTEMPTS } from './read.ts'
import { toDeliveryRecord } from './row.ts'

/**
 * Sends a webhook message again immediately, whatever its status. It has the same id and body, and a new signature. If
 * it fails, it is retried as long as the schedule has attempts left. For keys that may read the analysis, and for
 * members who are admins.
 * @returns the delivery, with status `pending`
 * @throws {AppError} FORBIDDEN; NOT_FOUND, including for a delivery that the caller may not read
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
    tx.enqueue(toWebhookJob({ id: delivery.id, nextAttemptAt }))
    return toDeliveryRecord(delivery)
  })
}
