import { z } from 'zod'
import type { Prisma } from '../../generated/prisma/client.ts'
import { authorize, projectOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { parse } from '../parse.ts'
import { lockOwnProject } from '../projects/lock-own.ts'
import { transaction } from '../transaction.ts'
import { DEFAULT_WEEKLY_TIME, nextWeeklyRun } from './next-run.ts'
import { readSchedule } from './read.ts'
import type { ScheduleRecord } from './record.ts'

/** Whether weekly runs happen. */
export const enabledSchema = z
  .boolean('must be true or false')
  .describe('Whether the project runs once a week.')

/** Body of PUT /settings/schedule. */
export const setScheduleInputSchema = z.strictObject({ enabled: enabledSchema })
export type SetScheduleInput = z.input<typeof setScheduleInputSchema>

/**
 * Switches the weekly runs of the project on or off (specification §3 "Weekly schedule").
 * @throws {AppError} BAD_REQUEST; NOT_FOUND when the project is gone
 */
export async function setScheduleEnabled({
  ctx,
  input,
}: {
  ctx: Ctx
  input: SetScheduleInput
}): Promise<ScheduleRecord> {
  authorize(ctx, 'settings:write')
  const projectId = projectOf(ctx)
  const { enabled } = parse(setScheduleInputSchema, input)
  return transaction(ctx, async ({ db }) => {
    await lockOwnProject(ctx, db, projectId)
    await switchSchedule(db, { projectId, enabled, now: ctx.now() })
    return readSchedule(db, projectId)
  })
}

/**
 * Enables the schedule, made with the default weekly time if there is none, or disables it, keeping its time. Where nothing
 * changes the next run stays where it is: a manual run may have moved it. The caller holds the lock of the project.
 */
export async function switchSchedule(
  db: Prisma.TransactionClient,
  { projectId, enabled, now }: { projectId: string; enabled: boolean; now: Date },
): Promise<void> {
  if (!enabled) {
    await db.schedule.updateMany({ where: { projectId }, data: { enabled, nextRunAt: null } })
    return
  }
  const schedule = await db.schedule.findUnique({ where: { projectId } })
  if (schedule?.enabled && schedule.nextRunAt) return
  const { dayOfWeek, hour, minute } = schedule ?? DEFAULT_WEEKLY_TIME
  const next = { enabled, nextRunAt: nextWeeklyRun({ dayOfWeek, hour, minute }, now) }
  await db.schedule.upsert({
    where: { projectId },
    create: { projectId, dayOfWeek, hour, minute, ...next },
    update: next,
  })
}
