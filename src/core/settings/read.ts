import type { Prisma } from '../../generated/prisma/client.ts'
import { recordOf as competitorRecordOf } from '../competitors/record.ts'
import { recordOf, WITH_TAGS } from '../prompts/record.ts'
import { readSchedule } from '../schedules/read.ts'
import type { SettingsRecord } from './record.ts'

/** The settings of a project the caller has been let to. */
export async function readSettings(db: Prisma.TransactionClient, projectId: string): Promise<SettingsRecord> {
  const prompts = await db.prompt.findMany({
    where: { projectId, deletedAt: null },
    include: WITH_TAGS,
    orderBy: { id: 'asc' },
  })
  const competitors = await db.competitor.findMany({
    where: { projectId },
    orderBy: [{ ordinal: 'asc' }, { id: 'asc' }],
  })
  return {
    prompts: prompts.map(recordOf),
    competitors: competitors.map(competitorRecordOf),
    schedule: await readSchedule(db, projectId),
  }
}
