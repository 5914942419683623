import type { ReportDelivery } from '../../generated/prisma/client.ts'
import { RecipientRefusedError } from '../../infra/mailer.ts'
import type { Ctx } from '../foundation/context.ts'
import type { JobOutcome } from '../foundation/jobs.ts'
import type { ReportDeps } from './dependencies.ts'
import { createReportMessage } from './message.ts'

const MINUTE = 60_000

/** Delays after the first, second, … failed attempt, in milliseconds: six attempts within ten hours. */
const RETRY_DELAYS = [1, 5, 30, 120, 480].map((minutes) => minutes * MINUTE)

/** Duration of the lease on a delivery during an attempt, in milliseconds. It is longer than any attempt takes. */
const LEASE = 5 * MINUTE

/** Maximum length of the stored reason of a failure. */
const MAX_ERROR_LENGTH = 300

/**
 * Makes the due attempt of a delivery and records it. Safe to run several times, even concurrently: only one of the calls makes
 * the attempt. If the process dies during the attempt, the sweep queues the delivery again when the lease has expired. Only if it
 * dies between the confirmation of the mail server and the commit is the email sent twice, with the same Message-ID.
 */
export async function sendReport({
  ctx,
  input: { deliveryId: id },
}: {
  ctx: Ctx<ReportDeps>
  input: { deliveryId: string }
}): Promise<JobOutcome> {
  const { prisma } = ctx.db
  const now = ctx.now()
  const [claimed] = await prisma.reportDelivery.updateManyAndReturn({
    where: { id, status: 'pending', nextAttemptAt: { lte: now } },
    data: { nextAttemptAt: new Date(now.getTime() + LEASE), attempts: { increment: 1 } },
  })
  if (!claimed) return whenDue(ctx, id)
  const project = await prisma.project.findUnique({
    where: { id: claimed.projectId, organizationId: claimed.organizationId },
    select: { displayName: true, reportUnsubscriptions: { where: { email: claimed.email } } },
  })
  if (!project) return end(ctx, claimed, 'failed', 'The project was deleted.')
  if (project.reportUnsubscriptions.length > 0 && !claimed.test) return end(ctx, claimed, 'unsubscribed')
  const { mailer } = ctx.deps
  if (!mailer) return end(ctx, claimed, 'failed', 'The installation has no mail server.')
  try {
    await mailer.send(await createReportMessage(ctx, claimed, project.displayName))
    return await end(ctx, claimed, 'sent')
  } catch (error) {
    if (error instanceof RecipientRefusedError)
      return end(ctx, claimed, 'failed', `The mail server rejected the address: ${error.message}`)
    ctx.deps.logger.warn({ error, deliveryId: id }, 'a report could not be sent')
    return retry(ctx, claimed)
  }
}

async function whenDue(ctx: Ctx, id: string): Promise<JobOutcome> {
  const delivery = await ctx.db.prisma.reportDelivery.findUnique({ where: { id } })
  if (delivery?.status !== 'pending' || !delivery.nextAttemptAt) return { done: true }
  return { again: Math.max(0, delivery.nextAttemptAt.getTime() - ctx.now().getTime()) }
}

async function end(
  ctx: Ctx,
  { id, attempts }: ReportDelivery,
  status: 'sent' | 'failed' | 'unsubscribed',
  error: string | null = null,
): Promise<JobOutcome> {
  await ctx.db.prisma.reportDelivery.updateMany({
    // An attempt that outlived its lease must not change the next one.
    where: { id, attempts, status: 'pending' },
    data: {
      status,
      nextAttemptAt: null,
      error: error?.slice(0, MAX_ERROR_LENGTH) ?? null,
      sentAt: status === 'sent' ? ctx.now() : null,
    },
  })
  return { done: true }
}

async function retry(ctx: Ctx, delivery: ReportDelivery): Promise<JobOutcome> {
  const { id, attempts } = delivery
  const again = RETRY_DELAYS[attempts - 1]
  // The text of the error may contain details of the configuration, which is for operators only.
  const error = 'The email could not be sent. The log of the server has the reason.'
  if (again === undefined) return end(ctx, delivery, 'failed', error)
  const nextAttemptAt = new Date(ctx.now().getTime() + again)
  const { count } = await ctx.db.prisma.reportDelivery.updateMany({
    where: { id, attempts, status: 'pending' },
    data: { nextAttemptAt, error },
  })
  return count === 0 ? { done: true } : { again }
}
