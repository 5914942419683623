import type { Prisma } from '../../generated/prisma/client.ts'

/** Milliseconds. */
const WEEK = 7 * 24 * 3_600_000

/**
 * Moves the next weekly run of a project to seven days after a manual one, if that is wanted and weekly runs are enabled
 * (specification §3 "Manual run"). The caller holds the lock of the project.
 * @returns when the next weekly run is; null without an enabled schedule
 */
export async function nextRunAfterTrigger(
  db: Prisma.TransactionClient,
  { projectId, reschedule, triggeredAt }: { projectId: string; reschedule: boolean; triggeredAt: Date },
): Promise<Date | null> {
  if (reschedule) {
    const nextRunAt = new Date(triggeredAt.getTime() + WEEK)
    await db.schedule.updateMany({ where: { projectId, enabled: true }, data: { nextRunAt } })
  }
  const schedule = await db.schedule.findUnique({ where: { projectId } })
  return schedule?.enabled ? schedule.nextRunAt : null
}
