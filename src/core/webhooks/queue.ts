import type { Batch } from '../../generated/prisma/client.ts'
import { recordOf } from '../batches/batch-record.ts'
import { newId } from '../ids.ts'
import type { Transaction } from '../transaction.ts'
import { toJob } from './job.ts'
import { payloadOf } from './payload.ts'

/**
 * Puts the call that tells a batch's end into the outbox, in the transaction that ends it, so that neither is without the
 * other; sent once that holds. Nothing for a batch without a webhook.
 */
export async function queueWebhook(tx: Transaction, batch: Batch): Promise<void> {
  const { id: batchId, organizationId, webhookUrl, finishedAt } = batch
  if (webhookUrl === null || finishedAt === null) return
  const payload = payloadOf(recordOf(batch))
  const delivery = {
    id: newId(),
    organizationId,
    batchId,
    url: webhookUrl,
    type: payload.type,
    nextAttemptAt: finishedAt,
  }
  await tx.db.webhookDelivery.create({ data: { ...delivery, payload } })
  tx.enqueue(toJob(delivery))
}
