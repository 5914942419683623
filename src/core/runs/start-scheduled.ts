import type { Ctx } from '../context.ts'
import { nextWeeklyRun, type WeeklyTime } from '../schedules/next-run.ts'
import { transaction } from '../transaction.ts'
import { startRun } from './start.ts'

/**
 * Starts the weekly run of every project that is due, and sets its next time to the first in the future: after a month of
 * downtime each project runs once. A project without an active prompt only gets its next time. Safe to run in several
 * processes at once; a failure for one project does not affect the others.
 * @returns the number of runs started
 */
export async function startScheduledRuns({ ctx }: { ctx: Ctx }): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ projectId: string }>({
    name: 'due-schedules',
    text: `SELECT project_id AS "projectId" FROM schedule WHERE enabled AND next_run_at <= $1
           ORDER BY next_run_at, project_id`,
    values: [ctx.now()],
  })
  let started = 0
  for (const { projectId } of rows) {
    try {
      if (await runIfDue(ctx, projectId)) started += 1
    } catch (error) {
      ctx.deps.logger.error(
        { error, projectId },
        'weekly run not started; the next sweep in 30 s tries again',
      )
    }
  }
  return started
}

function runIfDue(ctx: Ctx, projectId: string): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const now = ctx.now()
    // Locks the project before the run refers to it: otherwise this and a deletion could deadlock.
    const [schedule] = await tx.db.$queryRaw<WeeklyTime[]>`
      SELECT s.day_of_week AS "dayOfWeek", s.hour, s.minute
      FROM schedule s JOIN project p ON p.id = s.project_id
      WHERE s.project_id = ${projectId}::uuid AND s.enabled AND s.next_run_at <= ${now}
      FOR NO KEY UPDATE OF p, s SKIP LOCKED`
    // Taken by another process, or changed or deleted in the meantime.
    if (!schedule) return false
    await tx.db.schedule.update({
      where: { projectId },
      data: { nextRunAt: nextWeeklyRun(schedule, now) },
    })
    const prompts = await tx.db.prompt.count({ where: { projectId, active: true, deletedAt: null } })
    if (prompts === 0) return false
    await startRun(tx, { projectId, trigger: 'schedule', now })
    return true
  })
}
