import { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { parse } from '../parse.ts'
import { lockOwnProject, resolveProject } from '../project-access.ts'
import { transaction } from '../transaction.ts'
import { DEFAULT_WEEKLY_TIME, nextWeeklyRun } from './next-run.ts'
import type { ScheduleRecord } from './read.ts'
import { readSchedule } from './read.ts'

/** Whether the weekly runs of a project are enabled. */
export const enabledSchema = z
  .boolean('must be true or false')
  .describe('Whether the project runs once a week.')

/** Body of PUT /settings/schedule. */
export const setScheduleBodySchema = z.strictObject({ enabled: enabledSchema })
export type SetScheduleBody = z.input<typeof setScheduleBodySchema>

const upTo = (most: number) =>
  z.int('must be a whole number').min(0, 'must not be negative').max(most, `must be at most ${most}`)

/** Input of {@link setSchedule}: fields that are not given stay unchanged. A member names the project. */
const inputSchema = z.strictObject({
  projectId: z.string('must be a text').optional(),
  enabled: enabledSchema.optional(),
  dayOfWeek: upTo(6).optional(),
  hour: upTo(23).optional(),
  minute: upTo(59).optional(),
})
type ScheduleChange = Omit<z.output<typeof inputSchema>, 'projectId'>

/**
 * Enables or disables the weekly runs of a project, or changes their time; a member names the project, a project key does
 * not.
 * @throws {AppError} BAD_REQUEST; NOT_FOUND, also for another tenant's project
 */
export async function setSchedule({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<ScheduleRecord> {
  authorize(ctx, 'settings:write')
  const { projectId: named, ...change } = parse(inputSchema, input)
  const projectId = resolveProject(ctx, named)
  return transaction(ctx, async ({ db, publish }) => {
    await lockOwnProject(ctx, db, projectId)
    await changeSchedule(db, { projectId, change, now: ctx.now() })
    publish({ projectId, changed: 'schedule' })
    return readSchedule(db, projectId)
  })
}

/**
 * Changes the given fields of a schedule, which is initially the default one, disabled. A disabled schedule keeps its time.
 * `nextRunAt`, which a manual run may have moved, is computed again only when the schedule is enabled or its time changes.
 * The caller holds the lock of the project.
 */
export async function changeSchedule(
  db: Prisma.TransactionClient,
  { projectId, change, now }: { projectId: string; change: ScheduleChange; now: Date },
): Promise<void> {
  const existing = await db.schedule.findUnique({ where: { projectId } })
  const { dayOfWeek, hour, minute, enabled } = existing ?? { ...DEFAULT_WEEKLY_TIME, enabled: false }
  const next = {
    dayOfWeek: change.dayOfWeek ?? dayOfWeek,
    hour: change.hour ?? hour,
    minute: change.minute ?? minute,
    enabled: change.enabled ?? enabled,
  }
  const moved = next.dayOfWeek !== dayOfWeek || next.hour !== hour || next.minute !== minute
  if (!moved && next.enabled === enabled && (!enabled || existing?.nextRunAt)) return
  const data = { ...next, nextRunAt: next.enabled ? nextWeeklyRun(next, now) : null }
  await db.schedule.upsert({ where: { projectId }, create: { projectId, ...data }, update: data })
}
