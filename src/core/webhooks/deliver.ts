import type { WebhookDelivery } from '../../generated/prisma/client.ts'
import type { DeliveryStatus } from '../../generated/prisma/enums.ts'
import type { Ctx } from '../foundation/context.ts'
import { isUniqueViolation } from '../foundation/database-errors.ts'
import { retryDelay } from '../foundation/delivery-retries.ts'
import { newId } from '../foundation/ids.ts'
import type { JobOutcome } from '../foundation/jobs.ts'
import { transaction } from '../foundation/transaction.ts'
import type { WebhookDeps } from './dependencies.ts'
import { formatOf } from './formats.ts'
import type { WebhookPayload } from './payload.ts'
import { organizationSecret } from './secret.ts'
import { type SendOutcome, sendWebhook, type WebhookTarget } from './send.ts'

/**
 * Duration of the lease on a delivery during an attempt, in milliseconds. It is longer than any attempt takes (15 s). If a
 * worker dies during an attempt, the message is sent again when the lease has expired.
 */
const LEASE = 20_000

/**
 * Makes the due attempt of a delivery and records it. Safe to run several times, even concurrently: only one of the
 * calls makes the attempt. Does nothing if the delivery is not pending or was deleted with its batch.
 */
export async function deliverWebhook({
  ctx,
  input,
}: {
  ctx: Ctx<WebhookDeps>
  input: { deliveryId: string }
}): Promise<JobOutcome> {
  const { deliveryId: id } = input
  const startedAt = ctx.now()
  // Takes the lease. No other worker makes the attempt before it expires. If this process dies, the sweep queues the
  // delivery again afterwards.
  const [claimed] = await ctx.db.prisma.webhookDelivery.updateManyAndReturn({
    where: { id, status: 'pending', nextAttemptAt: { lte: startedAt } },
    data: { nextAttemptAt: new Date(startedAt.getTime() + LEASE) },
  })
  if (!claimed) return whenDue(ctx, id)
  const attempts = await ctx.db.prisma.webhookAttempt.count({ where: { deliveryId: id } })
  const target = await targetOf(ctx, claimed)
  if (!target) return { done: true }
  const outcome = await sendWebhook(ctx, {
    id,
    ...target,
    // Stored by `queueMessages`.
    payload: claimed.payload as WebhookPayload,
  })
  return record(ctx, id, attempts + 1, startedAt, outcome)
}

async function whenDue(ctx: Ctx, id: string): Promise<JobOutcome> {
  const delivery = await ctx.db.prisma.webhookDelivery.findUnique({ where: { id } })
  if (delivery?.status !== 'pending' || !delivery.nextAttemptAt) return { done: true }
  return { again: Math.max(0, delivery.nextAttemptAt.getTime() - ctx.now().getTime()) }
}

/** Returns where and how to send a message; null if the batch or the webhook was deleted. */
async function targetOf(
  ctx: Ctx<WebhookDeps>,
  { batchId, projectWebhookId, organizationId, url }: WebhookDelivery,
): Promise<WebhookTarget | null> {
  const { prisma } = ctx.db
  const secretOf = async (own: Uint8Array | null) =>
    ctx.deps.secrets.open(own ?? (await organizationSecret(ctx, prisma, organizationId)))
  if (projectWebhookId !== null) {
    const webhook = await prisma.projectWebhook.findUnique({ where: { id: projectWebhookId } })
    if (!webhook) return null
    // A chat authenticates by the URL.
    if (webhook.sealedUrl)
      return { format: formatOf(webhook), url: ctx.deps.secrets.open(webhook.sealedUrl), secret: null }
    return { format: 'standard', url, secret: await secretOf(webhook.webhookSecret) }
  }
  const batch = batchId === null ? null : await prisma.batch.findUnique({ where: { id: batchId } })
  return batch && { format: 'standard', url, secret: await secretOf(batch.webhookSecret) }
}

async function record(
  ctx: Ctx,
  deliveryId: string,
  number: number,
  createdAt: Date,
  outcome: SendOutcome,
): Promise<JobOutcome> {
  const pause = retryDelay(number)
  const status = statusAfter(outcome, pause)
  const again = status === 'pending' ? pause : null
  const recorded = await transaction(ctx, async ({ db }) => {
    const { count } = await db.webhookDelivery.updateMany({
      where: { id: deliveryId },
      data: { status, nextAttemptAt: again === null ? null : new Date(ctx.now().getTime() + again) },
    })
    if (count === 0) return false
    // The receiver does not want further messages. Several deliveries may be under way.
    if (status === 'gone')
      await db.projectWebhook.updateMany({
        where: { deliveries: { some: { id: deliveryId } } },
        data: { active: false },
      })
    // An attempt that outlived its lease violates the unique key of attempt numbers, and the transaction is rolled
    // back.
    await db.webhookAttempt.create({ data: { id: newId(), deliveryId, number, createdAt, ...outcome } })
    return true
  }).catch((error) => {
    if (isUniqueViolation(error)) return false
    throw error
  })
  if (recorded) ctx.deps.telemetry.count('webhookAttempts', { outcome: status })
  return recorded && again !== null ? { again } : { done: true }
}

function statusAfter({ statusCode }: SendOutcome, pause: number | null): DeliveryStatus {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return 'delivered'
  if (statusCode === 410) return 'gone'
  return pause === null ? 'failed' : 'pending'
}
