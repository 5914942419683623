import type { Prisma } from '../../generated/prisma/client.ts'
import type { VisibleProjectId } from '../access/visible.ts'
import { type CompetitorRecord, toCompetitorRecord } from '../competitors/read.ts'
import { type PromptRecord, toPromptRecord, WITH_TAGS } from '../prompts/row.ts'
import type { ScheduleRecord } from '../schedules/read.ts'
import { readSchedule } from '../schedules/read.ts'

/** The settings of a project, as all interfaces show them. */
export interface SettingsRecord {
  /** Ordered by creation. */
  prompts: PromptRecord[]
  competitors: CompetitorRecord[]
  schedule: ScheduleRecord
}

/** Returns the settings of a project. */
export async function readSettings(
  db: Prisma.TransactionClient,
  projectId: VisibleProjectId,
): Promise<SettingsRecord> {
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
    prompts: prompts.map(toPromptRecord),
    competitors: competitors.map(toCompetitorRecord),
    schedule: await readSchedule(db, projectId),
  }
}
