import type { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { LockedProjectId } from '../access/visible.ts'
import type { scheduleDefinition } from './definition.ts'

/** A weekly time in UTC. */
export type WeeklyTime = Pick<z.output<typeof scheduleDefinition>, 'dayOfWeek' | 'hour' | 'minute'>

/** Monday 03:00 UTC. */
export const DEFAULT_WEEKLY_TIME: WeeklyTime = { dayOfWeek: 1, hour: 3, minute: 0 }

/** Returns the first occurrence of the weekly time that is later than `after`. */
export function nextWeeklyRun({ dayOfWeek, hour, minute }: WeeklyTime, after: Date): Date {
  const next = new Date(after)
  next.setUTCHours(hour, minute, 0, 0)
  next.setUTCDate(next.getUTCDate() + ((dayOfWeek - next.getUTCDay() + 7) % 7))
  if (next <= after) next.setUTCDate(next.getUTCDate() + 7)
  return next
}

/** Seven days in milliseconds. */
const WEEK = 7 * 24 * 3_600_000

/**
 * If `reschedule` is set and weekly runs are enabled, moves the next weekly run of a project to seven days after a
 * manual run.
 * @returns time of the next weekly run; null if weekly runs are disabled
 */
export async function nextRunAfterTrigger(
  db: Prisma.TransactionClient,
  {
    projectId,
    reschedule,
    triggeredAt,
  }: { projectId: LockedProjectId; reschedule: boolean; triggeredAt: Date },
): Promise<Date | null> {
  if (reschedule) {
    const nextRunAt = new Date(triggeredAt.getTime() + WEEK)
    await db.schedule.updateMany({ where: { projectId, enabled: true }, data: { nextRunAt } })
  }
  const schedule = await db.schedule.findUnique({ where: { projectId } })
  return schedule?.enabled ? schedule.nextRunAt : null
}
