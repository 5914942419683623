import type { Prisma } from '../../generated/prisma/client.ts'
import { recordOf, type ScheduleRecord } from './record.ts'

/** The weekly schedule of a project the caller has been let to. */
export async function readSchedule(db: Prisma.TransactionClient, projectId: string): Promise<ScheduleRecord> {
  return recordOf(await db.schedule.findUnique({ where: { projectId } }))
}
