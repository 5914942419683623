import type { z } from 'zod'
import type { Prisma, Schedule } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { readableProjects } from '../access/project-access.ts'
import type { VisibleProjectId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import type { scheduleDefinition } from './definition.ts'
import { DEFAULT_WEEKLY_TIME } from './next-run.ts'

export type ScheduleRecord = z.output<typeof scheduleDefinition>

/**
 * Returns the public fields of a schedule. For a project without a schedule, returns the default schedule, disabled.
 */
export function toScheduleRecord(schedule: Schedule | null): ScheduleRecord {
  if (!schedule) return { enabled: false, ...DEFAULT_WEEKLY_TIME, timezone: 'UTC', nextRunAt: null }
  const { enabled, dayOfWeek, hour, minute, nextRunAt } = schedule
  return { enabled, dayOfWeek, hour, minute, timezone: 'UTC', nextRunAt: enabled ? nextRunAt : null }
}

/** Returns the weekly schedule of a project. */
export async function readSchedule(
  db: Prisma.TransactionClient,
  projectId: VisibleProjectId,
): Promise<ScheduleRecord> {
  return toScheduleRecord(await db.schedule.findUnique({ where: { projectId } }))
}

/**
 * Returns the weekly schedules of projects, in the given order. Null for a missing project and for one that the caller
 * may not read.
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
