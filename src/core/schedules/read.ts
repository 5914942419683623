import type { z } from 'zod'
import type { Prisma, Schedule } from '../../generated/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { readableProjects } from '../project-access.ts'
import type { scheduleDefinition } from './definition.ts'
import { DEFAULT_WEEKLY_TIME } from './next-run.ts'

export type ScheduleRecord = z.output<typeof scheduleDefinition>

/** The public part of a schedule; for a project without one, the default schedule, disabled. */
export function toScheduleRecord(schedule: Schedule | null): ScheduleRecord {
  if (!schedule) return { enabled: false, ...DEFAULT_WEEKLY_TIME, timezone: 'UTC', nextRunAt: null }
  const { enabled, dayOfWeek, hour, minute, nextRunAt } = schedule
  return { enabled, dayOfWeek, hour, minute, timezone: 'UTC', nextRunAt: enabled ? nextRunAt : null }
}

/** The weekly schedule of a project. Does not check the tenant: the caller must have locked or read the project. */
export async function readSchedule(db: Prisma.TransactionClient, projectId: string): Promise<ScheduleRecord> {
  return toScheduleRecord(await db.schedule.findUnique({ where: { projectId } }))
}

/**
 * The weekly schedules of projects, by the ids of the projects, in the given order; null for a missing project and for
 * one the caller may not read.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function readSchedules({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(ScheduleRecord | null)[]> {
  authorize(ctx, 'project:read')
  const projects = await ctx.db.prisma.project.findMany({
    where: { AND: [{ id: { in: input.ids.filter(isUuid) } }, readableProjects(ctx)] },
    select: { id: true, schedule: true },
  })
  return inIdOrder(input.ids, projects, ({ schedule }) => toScheduleRecord(schedule))
}
