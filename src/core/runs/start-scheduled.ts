import type { Ctx } from '../foundation/context.ts'
import { transaction } from '../foundation/transaction.ts'
import { nextWeeklyRun, type WeeklyTime } from '../schedules/next-run.ts'
import type { SpendDeps } from '../spend/limits.ts'
import { startRun } from './start.ts'

/**
 * Starts the weekly run of every project that is due, and sets the next time to the next weekly time in the future.
 * This means that each project runs only once after a month of downtime. A project without active prompts only gets a
 * new time. Safe to run in several processes at once. A failure of one project does not affect the others.
 * @returns number of started runs
 */
export async function startScheduledRuns({ ctx }: { ctx: Ctx<SpendDeps> }): Promise<number> {
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
        'failed to start a weekly run; the next sweep will retry in 30 s',
      )
    }
  }
  return started
}

function runIfDue(ctx: Ctx<SpendDeps>, projectId: string): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const now = ctx.now()
    // Locks the project before the run refers to it, to avoid a deadlock with a concurrent deletion.
    const [schedule] = await tx.db.$queryRaw<WeeklyTime[]>`
      SELECT s.day_of_week AS "dayOfWeek", s.hour, s.minute
      FROM schedule s JOIN project p ON p.id = s.project_id
      WHERE s.project_id = ${projectId}::uuid AND s.enabled AND s.next_run_at <= ${now}
      FOR NO KEY UPDATE OF p, s SKIP LOCKED`
    // Another process has started the run, or the schedule was changed or deleted in the meantime.
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
