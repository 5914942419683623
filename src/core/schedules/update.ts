import { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { expectedVersionSchema, lockOwnProject, resolveProject } from '../access/project-access.ts'
import type { LockedProjectId } from '../access/visible.ts'
import type { Ctx } from '../foundation/context.ts'
import { parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { DEFAULT_WEEKLY_TIME, nextWeeklyRun } from './next-run.ts'
import type { ScheduleRecord } from './read.ts'
import { readSchedule } from './read.ts'

/** Whether the weekly runs of a project are enabled. */
export const enabledSchema = z
  .boolean('must be true or false')
  .describe('Whether the project is run once per week.')

/** Body of PUT /settings/schedule. */
export const setScheduleBodySchema = z.strictObject({
  enabled: enabledSchema,
  expectedVersion: expectedVersionSchema,
})
export type SetScheduleBody = z.input<typeof setScheduleBodySchema>

const upTo = (maximum: number) =>
  z.int('must be a whole number').min(0, 'must not be negative').max(maximum, `must be at most ${maximum}`)

/** Input of {@link setSchedule}. Omitted fields stay unchanged. Members must pass `projectId`. */
const inputSchema = z.strictObject({
  projectId: z.string('must be a text').optional(),
  expectedVersion: expectedVersionSchema,
  enabled: enabledSchema.optional(),
  dayOfWeek: upTo(6).optional(),
  hour: upTo(23).optional(),
  minute: upTo(59).optional(),
})
type ScheduleChange = Omit<z.output<typeof inputSchema>, 'projectId' | 'expectedVersion'>

/**
 * Enables or disables the weekly runs of a project, or changes their time. Members must pass `projectId`; a project key
 * implies it.
 * @throws {AppError} BAD_REQUEST; NOT_FOUND, including for another tenant's project; CONFLICT for another version than
 *   expected
 */
export async function setSchedule({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.input<typeof inputSchema>
}): Promise<ScheduleRecord> {
  authorize(ctx, 'settings:write')
  const { projectId: requestedId, expectedVersion, ...change } = parse(inputSchema, input)
  const id = resolveProject(ctx, requestedId)
  return transaction(ctx, async ({ db, publish }) => {
    const { id: projectId } = await lockOwnProject(ctx, db, id, { expectedVersion })
    await changeSchedule(db, { projectId, change, now: ctx.now() })
    publish({ projectId, changed: 'schedule' })
    return readSchedule(db, projectId)
  })
}

/**
 * Changes the given fields of a schedule. The initial schedule is the default one, disabled. A disabled schedule keeps
 * its time. A manual run may have moved `nextRunAt`, so it is recomputed only when the schedule is enabled or its time
 * changes.
 */
export async function changeSchedule(
  db: Prisma.TransactionClient,
  { projectId, change, now }: { projectId: LockedProjectId; change: ScheduleChange; now: Date },
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
