import type { Prisma, ReportSchedule } from '../../generated/prisma/client.ts'
import type { Ctx } from '../foundation/context.ts'
import { newId } from '../foundation/ids.ts'
import { transaction } from '../foundation/transaction.ts'
import { nextReportTime, previousReportTime } from './occurrences.ts'
import { resolveRecipients } from './recipients.ts'

/** Number of projects and of deliveries that are queued per sweep. */
const ROWS = 1_000

/**
 * Queues the projects whose reports are due, and the deliveries with a due attempt that no queue holds.
 * @returns their number
 */
export async function sweepReports({ ctx }: { ctx: Ctx }): Promise<number> {
  const now = ctx.now()
  const { prisma, pool } = ctx.db
  const schedules = await prisma.reportSchedule.findMany({
    where: { enabled: true, nextReportAt: { lte: now } },
    select: { projectId: true },
    orderBy: { nextReportAt: 'asc' },
    take: ROWS,
  })
  const { rows: deliveries } = await pool.query<{ id: string; due: Date }>({
    name: 'due-report-deliveries',
    text: `SELECT id, next_attempt_at AS due FROM report_delivery WHERE next_attempt_at <= $1
           ORDER BY next_attempt_at, id LIMIT ${ROWS}`,
    values: [now],
  })
  const jobs = [
    ...schedules.map(({ projectId }) => ({ name: 'plan-reports' as const, projectId })),
    ...deliveries.map(({ id, due }) => ({
      name: 'send-report' as const,
      deliveryId: id,
      due: due.getTime(),
    })),
  ]
  if (jobs.length > 0) await ctx.deps.queue.add(jobs)
  return jobs.length
}

/**
 * Creates one delivery per recipient for the report of a project that is due, and sets the next time. After a downtime over several
 * periods, only the latest period is reported. Safe to run several times, even concurrently: only one call finds the report due.
 * @returns the number of deliveries
 */
export function planReports({
  ctx,
  input: { projectId },
}: {
  ctx: Ctx
  input: { projectId: string }
}): Promise<number> {
  return transaction(ctx, async ({ db, enqueue }) => {
    const now = ctx.now()
    // Locks the project before the deliveries refer to it, to avoid a deadlock with a concurrent deletion.
    const [locked] = await db.$queryRaw<{ organizationId: string }[]>`
      SELECT p.organization_id AS "organizationId" FROM report_schedule s JOIN project p ON p.id = s.project_id
      WHERE s.project_id = ${projectId}::uuid AND s.enabled AND s.next_report_at <= ${now} AND p.organization_id IS NOT NULL
      FOR NO KEY UPDATE OF p, s`
    if (!locked) return 0
    const { organizationId } = locked
    const schedule = await db.reportSchedule.findUniqueOrThrow({ where: { projectId } })
    const nextReportAt = nextReportTime(schedule, now)
    await db.reportSchedule.update({ where: { projectId }, data: { nextReportAt } })
    const dueAt = previousReportTime(schedule, nextReportAt)
    const periodStart = previousReportTime(schedule, dueAt)
    const run = await findRun(db, schedule, { after: periodStart, until: dueAt })
    const recipients = await resolveRecipients(db, schedule, organizationId)
    const deliveries = await db.reportDelivery.createManyAndReturn({
      data: recipients.map((recipient) => ({
        ...recipient,
        id: newId(now),
        organizationId,
        projectId,
        dueAt,
        periodStart,
        batchId: run?.id ?? null,
        test: false,
        nextAttemptAt: now,
        createdAt: now,
      })),
      skipDuplicates: true,
      select: { id: true },
    })
    for (const { id } of deliveries) enqueue({ name: 'send-report', deliveryId: id, due: now.getTime() })
    return deliveries.length
  })
}

/** Returns the last run of a project that ended in a period. */
function findRun(
  db: Prisma.TransactionClient,
  { projectId }: Pick<ReportSchedule, 'projectId'>,
  { after, until }: { after: Date; until: Date },
): Promise<{ id: string } | null> {
  return db.batch.findFirst({
    where: { projectId, kind: 'run', finishedAt: { gt: after, lte: until } },
    orderBy: [{ finishedAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
}
