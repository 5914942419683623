import type { Batch, Prisma, ProjectWebhook } from '../../generated/prisma/client.ts'
import { asSystemBatchId } from '../access/visible.ts'
import type { BatchEndHandler } from '../batches/batch-end.ts'
import { toBatchRecord } from '../batches/row.ts'
import type { Ctx, Transaction } from '../foundation/context.ts'
import { newId } from '../foundation/ids.ts'
import type { Job } from '../foundation/jobs.ts'
import type { WebhookEvent } from './events.ts'
import { payloadOf, type WebhookPayload } from './payload.ts'

/**
 * Returns the job for the next attempt of a delivery. The due time is part of the job id, so that each attempt is a
 * separate job.
 */
export function toWebhookJob({ id, nextAttemptAt }: { id: string; nextAttemptAt: Date }): Job {
  return { name: 'webhook', deliveryId: id, due: nextAttemptAt.getTime() }
}

/** A webhook that receives a message: of an async analysis (null), or of a project. */
interface Receiver {
  projectWebhookId: string | null
  url: string
}

/**
 * Stores the messages about an event of a batch in the same transaction as the event, so that both are committed
 * together (transactional outbox). The messages are sent after the commit. Does nothing without webhooks. Must be called
 * only once per event: each call creates other messages.
 */
export async function queueWebhook(
  tx: Transaction,
  { type, batch, at }: { type: WebhookEvent; batch: Batch; at: Date },
): Promise<void> {
  const { id: batchId, organizationId } = batch
  if (organizationId === null) return
  const receivers = await receiversOf(tx, type, batch)
  if (receivers.length === 0) return
  const payload = payloadOf(type, toBatchRecord({ ...batch, id: asSystemBatchId(batchId) }), at)
  await queueMessages(tx, { organizationId, batchId, receivers, payload, at })
}

/** Stores a message to each receiver, to be sent after the commit. `batchId` is the batch that it is about, if any. */
export async function queueMessages(
  tx: Transaction,
  {
    organizationId,
    batchId,
    receivers,
    payload,
    at,
  }: {
    organizationId: string
    batchId: string | null
    receivers: readonly Receiver[]
    payload: WebhookPayload
    at: Date
  },
): Promise<string[]> {
  const ids: string[] = []
  for (const receiver of receivers) {
    const { type } = payload
    const delivery = { id: newId(), organizationId, batchId, ...receiver, type, nextAttemptAt: at }
    await tx.db.webhookDelivery.create({ data: { ...delivery, payload } })
    tx.enqueue(toWebhookJob(delivery))
    ids.push(delivery.id)
  }
  return ids
}

async function receiversOf({ db }: Transaction, type: WebhookEvent, batch: Batch): Promise<Receiver[]> {
  const { kind, projectId, webhookUrl } = batch
  if (kind === 'async') return webhookUrl === null ? [] : [{ projectWebhookId: null, url: webhookUrl }]
  if (projectId === null) return []
  return (await webhooksFor(db, projectId, type)).map(receiverOf)
}

/** Returns the active webhooks of a project that receive an event, oldest first. */
export function webhooksFor(
  db: Prisma.TransactionClient,
  projectId: string,
  type: WebhookEvent,
): Promise<ProjectWebhook[]> {
  return db.projectWebhook.findMany({
    where: { projectId, active: true, events: { has: type } },
    orderBy: { id: 'asc' },
  })
}

export function receiverOf({ id, url }: ProjectWebhook): Receiver {
  return { projectWebhookId: id, url }
}

/** Queues the messages about the end of a batch. */
export const queueEndWebhook: BatchEndHandler = async (_, { kind, status }) => ({
  async write(tx, batch) {
    if (batch.finishedAt === null) return
    const type = kind === 'run' ? (`run.${status}` as const) : (`async_analysis.${status}` as const)
    await queueWebhook(tx, { type, batch, at: batch.finishedAt })
  },
})

/** Maximum number of deliveries to queue per sweep. */
const SWEEP_LIMIT = 500

/**
 * Queues every delivery that is due, in case its job was lost. If the job still exists, the job id or the lease on the
 * delivery prevents a duplicate.
 * @returns number of due deliveries
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
