import { attemptEmail } from '../emails/attempt.ts'
import type { Ctx } from '../foundation/context.ts'
import type { JobOutcome } from '../foundation/jobs.ts'
import type { ReportDeps } from './dependencies.ts'
import { createReportMessage } from './message.ts'

/** Makes the due attempt of a delivery, as {@link attemptEmail} describes. The Message-ID of all attempts is the same. */
export function sendReport({
  ctx,
  input: { deliveryId: id },
}: {
  ctx: Ctx<ReportDeps>
  input: { deliveryId: string }
}): Promise<JobOutcome> {
  return attemptEmail(ctx, { table: 'report_delivery', id }, async () => {
    const delivery = await ctx.db.prisma.reportDelivery.findUniqueOrThrow({ where: { id } })
    const { projectId, organizationId, email, test } = delivery
    const project = await ctx.db.prisma.project.findUnique({
      where: { id: projectId, organizationId },
      select: { displayName: true, reportUnsubscriptions: { where: { email } } },
    })
    if (!project) return { status: 'failed', error: 'The project was deleted.' }
    if (project.reportUnsubscriptions.length > 0 && !test) return { status: 'unsubscribed', error: null }
    return createReportMessage(ctx, delivery, project.displayName)
  })
}
