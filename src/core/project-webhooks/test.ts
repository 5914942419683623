import { authorize } from '../access/authorize.ts'
import { lockOwnProject } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { transaction } from '../foundation/transaction.ts'
import type { DeliveryRecord } from '../webhooks/definition.ts'
import { payloadOf } from '../webhooks/payload.ts'
import { queueMessages, receiverOf } from '../webhooks/queue.ts'
import { WITH_ATTEMPTS } from '../webhooks/read.ts'
import { toDeliveryRecord } from '../webhooks/row.ts'
import { findWebhook } from './read.ts'

/**
 * Sends a test message to a webhook of a project, whatever events it receives. For keys of the project, and for admins.
 * @returns the delivery, with status `pending`; its attempts show whether the receiver accepted the message
 * @throws {AppError} FORBIDDEN; NOT_FOUND
 */
export async function testWebhook({
  ctx,
  input: { webhookId },
}: {
  ctx: Ctx
  input: { webhookId: string }
}): Promise<DeliveryRecord> {
  authorize(ctx, 'project-webhooks:manage')
  const { id, projectId } = await findWebhook(ctx, webhookId)
  return transaction(ctx, async (tx) => {
    const { organizationId } = await lockOwnProject(ctx, tx.db, projectId)
    const webhook = await tx.db.projectWebhook.findFirst({
      where: { id, projectId },
      include: { project: { select: { displayName: true } } },
    })
    if (!webhook) throw notFound('Webhook')
    const at = ctx.now()
    const payload = payloadOf('webhook.test', { projectId, projectName: webhook.project.displayName }, at)
    const [deliveryId = ''] = await queueMessages(tx, {
      organizationId,
      batchId: null,
      receivers: [receiverOf(webhook)],
      payload,
      at,
    })
    return toDeliveryRecord(
      await tx.db.webhookDelivery.findUniqueOrThrow({ where: { id: deliveryId }, include: WITH_ATTEMPTS }),
    )
  })
}
