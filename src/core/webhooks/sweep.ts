import type { Ctx } from '../context.ts'
import { toJob } from './job.ts'

const MOST = 500

/**
 * Queues every delivery that is due, for those whose job was lost; where it was not, the identity of the job or the
 * claim of the delivery makes this harmless.
 * @returns how many were due
 */
export async function sweepWebhooks({ ctx }: { ctx: Ctx }): Promise<number> {
  const due = await ctx.db.prisma.webhookDelivery.findMany({
    where: { status: 'pending', nextAttemptAt: { lte: ctx.now() } },
    select: { id: true, nextAttemptAt: true },
    orderBy: { nextAttemptAt: 'asc' },
    take: MOST,
  })
  const jobs = due.flatMap(({ id, nextAttemptAt }) => (nextAttemptAt ? [toJob({ id, nextAttemptAt })] : []))
  if (jobs.length > 0) await ctx.deps.queue.add(jobs)
  return jobs.length
}
