import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { isUuid } from '../ids.ts'
import { readableProjects } from '../projects/scope.ts'
import { recordOf, type ScheduleRecord } from './record.ts'

/** The weekly schedule of a project the caller has been let to. */
export async function readSchedule(db: Prisma.TransactionClient, projectId: string): Promise<ScheduleRecord> {
  return recordOf(await db.schedule.findUnique({ where: { projectId } }))
}

/**
 * The weekly schedules of projects, by the ids of the projects, in the order asked for; null for a missing project and for
 * one the caller may not look into.
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
  const found = new Map(projects.map(({ id, schedule }) => [id, recordOf(schedule)]))
  return input.ids.map((id) => found.get(id.toLowerCase()) ?? null)
}
