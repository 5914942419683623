import type { DeliveryStatus } from '../../generated/prisma/enums.ts'
import type { Ctx } from '../context.ts'
import { isUniqueViolation } from '../database-errors.ts'
import { newId } from '../ids.ts'
import type { JobOutcome } from '../jobs.ts'
import { transaction } from '../transaction.ts'
import type { WebhookPayload } from './payload.ts'
import { organizationSecret } from './secret.ts'
import { type SendOutcome, sendWebhook } from './send.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Delays after the first, second, … failed attempt, in milliseconds: eleven attempts within 24 hours. */
const RETRY_DELAYS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
]

/**
 * The delay before the next attempt of a delivery.
 * @param attempts number of attempts so far, all of which failed
 * @returns milliseconds after the last attempt, or null when there is no further one
 */
export function retryDelay(attempts: number): number | null {
  return RETRY_DELAYS[attempts - 1] ?? null
}

/** Duration of the lease on a delivery during an attempt, in milliseconds; longer than any attempt takes. */
const LEASE = 60_000

/**
 * Makes the due attempt of a delivery and records it. Safe to run several times, also concurrently: one of them makes the
 * attempt. A delivery that is not pending, or was deleted with its batch, is done.
 */
export async function deliverWebhook({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { deliveryId: string }
}): Promise<JobOutcome> {
  const { deliveryId: id } = input
  const begun = ctx.now()
  // The lease: until then no other worker takes it; if this process dies, the sweep takes it afterwards.
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

async function whenDue(ctx: Ctx, id: string): Promise<JobOutcome> {
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
    // An attempt that outlived its lease violates the unique key of its number, and changes nothing.
    await db.webhookAttempt.create({ data: { id: newId(), deliveryId, number, createdAt, ...outcome } })
    return true
  }).catch((error) => {
    if (isUniqueViolation(error)) return false
    throw error
  })
  return recorded && again !== null ? { again } : { done: true }
}

function statusAfter({ statusCode }: SendOutcome, pause: number | null): DeliveryStatus {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return 'delivered'
  if (statusCode === 410) return 'gone'
  return pause === null ? 'failed' : 'pending'
}
