import type { Ctx } from '../context.ts'
import { startRun } from '../runs/start.ts'
import { transaction } from '../transaction.ts'
import { nextWeeklyRun, type WeeklyTime } from './next-run.ts'

/**
 * Starts the weekly run of every project whose time has come, and sets its next time to the first that lies ahead: whoever
 * was down for a month runs each project once. A project without an active prompt only moves on. Any number of processes
 * may do this at once, and one that dies leaves the rest to the next; one project's failure stops no other.
 * @returns the number of runs started
 */
export async function tickSchedules({ ctx }: { ctx: Ctx }): Promise<number> {
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
      ctx.deps.logger.error({ error, projectId }, 'a weekly run was not started; it is tried again in 30 s')
    }
  }
  return started
}

function runIfDue(ctx: Ctx, projectId: string): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const now = ctx.now()
    // The project too, and before the run refers to it: else this and a deletion could wait for each other.
    const [schedule] = await tx.db.$queryRaw<WeeklyTime[]>`
      SELECT s.day_of_week AS "dayOfWeek", s.hour, s.minute
      FROM schedule s JOIN project p ON p.id = s.project_id
      WHERE s.project_id = ${projectId}::uuid AND s.enabled AND s.next_run_at <= ${now}
      FOR NO KEY UPDATE OF p, s SKIP LOCKED`
    // Another process has it, or it was changed or deleted meanwhile.
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
