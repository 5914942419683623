import type { Batch } from '../../generated/prisma/client.ts'
import { toBatchRecord } from '../batches/row.ts'
import type { BatchEndHandler, Ctx, Transaction } from '../context.ts'
import { newId } from '../ids.ts'
import type { Job } from '../jobs.ts'
import type { WebhookEvent } from './events.ts'
import { payloadOf } from './payload.ts'

/** The job of the next attempt of a delivery. The due time is part of the job id, so that a later attempt is another job. */
export function toWebhookJob({ id, nextAttemptAt }: { id: string; nextAttemptAt: Date }): Job {
  return { name: 'webhook', deliveryId: id, due: nextAttemptAt.getTime() }
}

/**
 * Stores the message about an event of a batch, in the transaction in which it happens, so that neither is without the other
 * (a transactional outbox); it is sent after the commit. Does nothing for a batch without a webhook. To be called once for an
 * event: a second call is a second message.
 */
export async function queueWebhook(
  tx: Transaction,
  { type, batch, at }: { type: WebhookEvent; batch: Batch; at: Date },
): Promise<void> {
  const { id: batchId, organizationId, webhookUrl: url } = batch
  if (url === null) return
  const delivery = { id: newId(), organizationId, batchId, url, type, nextAttemptAt: at }
  const payload = payloadOf(type, toBatchRecord(batch), at)
  await tx.db.webhookDelivery.create({ data: { ...delivery, payload } })
  tx.enqueue(toWebhookJob(delivery))
}

/** When a batch ends: its webhook is told how. */
export const queueEndWebhook: BatchEndHandler = async (_, { status }) => ({
  async write(tx, batch) {
    if (batch.finishedAt === null) return
    await queueWebhook(tx, { type: `async_analysis.${status}`, batch, at: batch.finishedAt })
  },
})

/** Deliveries queued by one sweep. */
const SWEEP_LIMIT = 500

/**
 * Queues every delivery that is due, in case its job was lost. Where it was not, the job id or the lease on the delivery makes
 * this harmless.
 * @returns the number of deliveries that were due
 */
export async function sweepWebhooks({ ctx }: { ctx: Ctx }): Promise<number> {
  const due = await ctx.db.prisma.webhookDelivery.findMany({
    where: { status: 'pending', nextAttemptAt: { lte: ctx.now() } },
    select: { id: true, nextAttemptAt: true },
    orderBy: { nextAttemptAt: 'asc' },
    take: SWEEP_LIMIT,
  })
  const jobs = due.flatMap(({ id, nextAttemptAt }) =>
    nextAttemptAt ? [toWebhookJob({ id, nextAttemptAt })] : [],
  )
  if (jobs.length > 0) await ctx.deps.queue.add(jobs)
  return jobs.length
}
