import { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { parse } from '../parse.ts'
import { lockOwnProject } from '../projects/lock-own.ts'
import { requestedProject } from '../projects/requested.ts'
import { transaction } from '../transaction.ts'
import { DEFAULT_WEEKLY_TIME, nextWeeklyRun } from './next-run.ts'
import { readSchedule } from './read.ts'
import type { ScheduleRecord } from './record.ts'

/** Whether weekly runs happen. */
export const enabledSchema = z
  .boolean('must be true or false')
  .describe('Whether the project runs once a week.')

/** Body of PUT /settings/schedule. */
export const setScheduleBodySchema = z.strictObject({ enabled: enabledSchema })
export type SetScheduleBody = z.input<typeof setScheduleBodySchema>

const until = (most: number) =>
  z.int('must be a whole number').min(0, 'must not be negative').max(most, `must be at most ${most}`)

/** What the verb takes: what is not given stays. A member names the project. */
const inputSchema = z.strictObject({
  projectId: z.string('must be a text').optional(),
  enabled: enabledSchema.optional(),
  dayOfWeek: until(6).optional(),
  hour: until(23).optional(),
  minute: until(59).optional(),
})
type ScheduleChange = Omit<z.output<typeof inputSchema>, 'projectId'>

/**
 * Switches the weekly runs of a project on or off, or moves their time (specification §3 "Weekly schedule"); a member names
 * the project, a key has one.
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
  const projectId = requestedProject(ctx, named)
  return transaction(ctx, async ({ db, publish }) => {
    await lockOwnProject(ctx, db, projectId)
    await changeSchedule(db, { projectId, change, now: ctx.now() })
    publish({ projectId, changed: 'schedule' })
    return readSchedule(db, projectId)
  })
}

/**
 * Changes what is given of a schedule, which begins as the default one, disabled. While disabled it keeps its time. The next
 * run is only set anew when the runs are enabled or their time moves: a manual run may have moved it. The caller holds the
 * lock of the project.
 */
export async function changeSchedule(
  db: Prisma.TransactionClient,
  { projectId, change, now }: { projectId: string; change: ScheduleChange; now: Date },
): Promise<void> {
  const standing = await db.schedule.findUnique({ where: { projectId } })
  const { dayOfWeek, hour, minute, enabled } = standing ?? { ...DEFAULT_WEEKLY_TIME, enabled: false }
  const next = {
    dayOfWeek: change.dayOfWeek ?? dayOfWeek,
    hour: change.hour ?? hour,
    minute: change.minute ?? minute,
    enabled: change.enabled ?? enabled,
  }
  const moved = next.dayOfWeek !== dayOfWeek || next.hour !== hour || next.minute !== minute
  if (!moved && next.enabled === enabled && (!enabled || standing?.nextRunAt)) return
  const data = { ...next, nextRunAt: next.enabled ? nextWeeklyRun(next, now) : null }
  await db.schedule.upsert({ where: { projectId }, create: { projectId, ...data }, update: data })
}
