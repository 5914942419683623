import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { resolveProject, type WithProjectId } from '../access/project-access.ts'
import type { VisibleProjectId } from '../access/visible.ts'
import { type CompetitorRecord, toCompetitorRecord } from '../competitors/read.ts'
import type { Ctx } from '../foundation/context.ts'
import { readProject } from '../projects/read.ts'
import { type PromptRecord, toPromptRecord, WITH_TAGS } from '../prompts/row.ts'
import type { ScheduleRecord } from '../schedules/read.ts'
import { readSchedule } from '../schedules/read.ts'

/** The settings of a project, as all interfaces show them. */
export interface SettingsRecord {
  /** Version of the project, for `expectedVersion`. */
  version: number
  /** Ordered by creation. */
  prompts: PromptRecord[]
  competitors: CompetitorRecord[]
  schedule: ScheduleRecord
}

/**
 * Returns the settings of a project. Members must pass `projectId`; a project key implies it.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND
 */
export async function readSettings({
  ctx,
  input = {},
}: {
  ctx: Ctx
  input?: WithProjectId<object>
}): Promise<SettingsRecord> {
  authorize(ctx, 'project:read')
  const id = resolveProject(ctx, input.projectId)
  // The version is read first. If a change comes in between, it is too low, and a change based on it is refused.
  const { id: projectId, version } = await readProject({ ctx, input: { id } })
  // `readProject` checked that the caller may read it.
  return { version, ...(await settingsOf(ctx.db.prisma, projectId as VisibleProjectId)) }
}

/** Returns the settings of a visible project, without its version. */
export async function settingsOf(
  db: Prisma.TransactionClient,
  projectId: VisibleProjectId,
): Promise<Omit<SettingsRecord, 'version'>> {
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
