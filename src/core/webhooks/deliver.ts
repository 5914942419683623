import type { DeliveryStatus } from '../../generated/prisma/enums.ts'
import type { Ctx } from '../context.ts'
import { newId } from '../ids.ts'
import { transaction } from '../transaction.ts'
import type { WebhookPayload } from './payload.ts'
import { pauseAfter } from './schedule.ts'
import { organizationSecret } from './secret.ts'
import { type SendOutcome, sendWebhook } from './send.ts'

/** How long an attempt is left to whoever began it, in milliseconds; longer than any takes. */
const LEASE = 60_000

/** What is to become of the job: nothing more, or the same again after a pause (milliseconds). */
export type DeliverOutcome = { done: true } | { again: number }

/**
 * Makes the attempt of a delivery that is due, and records it. May run any number of times, also at once: the attempt is
 * made by one. A delivery that is not pending, or was deleted with its batch, is done.
 */
export async function deliverWebhook({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { deliveryId: string }
}): Promise<DeliverOutcome> {
  const { deliveryId: id } = input
  const begun = ctx.now()
  // The lease: until then it is due for nobody else, and after it, if this process dies, for the sweep.
  const [claimed] = await ctx.db.prisma.webhookDelivery.updateManyAndReturn({
    where: { id, status: 'pending', nextAttemptAt: { lte: begun } },
    data: { nextAttemptAt: new Date(begun.getTime() + LEASE) },
  })
  if (!claimed) return whenDue(ctx, id)
  const attempts = await ctx.db.prisma.webhookAttempt.count({ where: { deliveryId: id } })
  const secret = await secretOf(ctx, claimed)
  if (!secret) return { done: true }
  const outcome = await sendWebhook(ctx, {
    id,
    url: claimed.url,
    // Written by queueWebhook.
    payload: claimed.payload as WebhookPayload,
    secret,
  })
  return record(ctx, id, attempts + 1, begun, outcome)
}

async function whenDue(ctx: Ctx, id: string): Promise<DeliverOutcome> {
  const delivery = await ctx.db.prisma.webhookDelivery.findUnique({ where: { id } })
  if (delivery?.status !== 'pending' || !delivery.nextAttemptAt) return { done: true }
  return { again: Math.max(0, delivery.nextAttemptAt.getTime() - ctx.now().getTime()) }
}

/** The secret given with the analysis, else the organization's; null when the batch is gone. */
async function secretOf(
  ctx: Ctx,
  { batchId, organizationId }: { batchId: string; organizationId: string },
): Promise<Uint8Array | null> {
  const batch = await ctx.db.prisma.batch.findUnique({ where: { id: batchId } })
  if (!batch) return null
  return batch.webhookSecret ?? (await organizationSecret(ctx, ctx.db.prisma, organizationId))
}

async function record(
  ctx: Ctx,
  deliveryId: string,
  number: number,
  createdAt: Date,
  outcome: SendOutcome,
): Promise<DeliverOutcome> {
  const pause = pauseAfter(number)
  const status = statusAfter(outcome, pause)
  const again = status === 'pending' ? pause : null
  const recorded = await transaction(ctx, async ({ db }) => {
    const { count } = await db.webhookDelivery.updateMany({
      where: { id: deliveryId },
      data: { status, nextAttemptAt: again === null ? null : new Date(ctx.now().getTime() + again) },
    })
    if (count === 0) return false
    // A second attempt of this number, begun by whoever outlived its lease, changes nothing.
    await db.webhookAttempt.create({ data: { id: newId(), deliveryId, number, createdAt, ...outcome } })
    return true
  }).catch((error) => {
    if (isDuplicate(error)) return false
    throw error
  })
  return recorded && again !== null ? { again } : { done: true }
}

function statusAfter({ statusCode }: SendOutcome, pause: number | null): DeliveryStatus {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return 'delivered'
  if (statusCode === 410) return 'gone'
  return pause === null ? 'failed' : 'pending'
}

/** Prisma's code of a broken unique key. */
function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2002'
}
