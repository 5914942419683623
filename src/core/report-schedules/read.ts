import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { readableProjects, resolveProject, type WithProjectId } from '../access/project-access.ts'
import type { VisibleProjectId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import type { MailDeps } from '../foundation/links.ts'
import { readProject } from '../projects/read.ts'
import { LISTED_DELIVERIES, type ReportDeliveryRecord, type ReportScheduleRecord } from './definition.ts'
import { toReportDeliveryRecord, toReportScheduleRecord } from './row.ts'

const WITH_UNSUBSCRIPTIONS = {
  id: true,
  reportSchedule: true,
  reportUnsubscriptions: { select: { email: true } },
} as const satisfies Prisma.ProjectSelect

type ScheduleRow = Prisma.ProjectGetPayload<{ select: typeof WITH_UNSUBSCRIPTIONS }>

function toRecord(
  { deps: { mailer, publicUrl } }: Ctx<MailDeps>,
  { reportSchedule, reportUnsubscriptions }: ScheduleRow,
): ReportScheduleRecord {
  return toReportScheduleRecord(reportSchedule, {
    unsubscribed: reportUnsubscriptions.map(({ email }) => email),
    canSend: mailer !== null && publicUrl !== null,
  })
}

/** Returns the schedule of the reports of a project. */
export async function readStoredSchedule(
  ctx: Ctx<MailDeps>,
  db: Prisma.TransactionClient,
  projectId: VisibleProjectId,
): Promise<ReportScheduleRecord> {
  const row = await db.project.findUniqueOrThrow({ where: { id: projectId }, select: WITH_UNSUBSCRIPTIONS })
  return toRecord(ctx, row)
}

/**
 * Returns the schedule of the reports of a project. Members must pass `projectId`; a project key implies it.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND
 */
export async function readReportSchedule({
  ctx,
  input = {},
}: {
  ctx: Ctx<MailDeps>
  input?: WithProjectId<object>
}): Promise<ReportScheduleRecord> {
  authorize(ctx, 'project:read')
  const { id } = await readProject({ ctx, input: { id: resolveProject(ctx, input.projectId) } })
  const row = await ctx.db.prisma.project.findFirstOrThrow({
    where: { AND: [{ id }, readableProjects(ctx)] },
    select: WITH_UNSUBSCRIPTIONS,
  })
  return toRecord(ctx, row)
}

/** Returns the schedules of projects, in the given order; null for a project that the caller may not read. */
export async function readReportSchedules({
  ctx,
  input: { ids },
}: {
  ctx: Ctx<MailDeps>
  input: { ids: readonly string[] }
}): Promise<(ReportScheduleRecord | null)[]> {
  authorize(ctx, 'project:read')
  const projects = await ctx.db.prisma.project.findMany({
    where: { AND: [{ id: { in: ids.filter(isUuid) } }, readableProjects(ctx)] },
    select: WITH_UNSUBSCRIPTIONS,
  })
  return inIdOrder(ids, projects, (project) => toRecord(ctx, project))
}

/** Returns the latest 50 deliveries of each project, newest first; empty for a project that the caller may not read. */
export async function listReportDeliveriesOfProjects({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<ReportDeliveryRecord[][]> {
  authorize(ctx, 'project:read')
  const projects = await ctx.db.prisma.project.findMany({
    where: { AND: [{ id: { in: ids.filter(isUuid) } }, readableProjects(ctx)] },
    select: { id: true, reportDeliveries: { orderBy: { id: 'desc' }, take: LISTED_DELIVERIES } },
  })
  const lists = inIdOrder(ids, projects, ({ reportDeliveries }) =>
    reportDeliveries.map(toReportDeliveryRecord),
  )
  return lists.map((deliveries) => deliveries ?? [])
}
