import type { Ctx } from '../foundation/context.ts'
import { transaction } from '../foundation/transaction.ts'
import { nextWeeklyRun, type WeeklyTime } from '../schedules/next-run.ts'
import type { SpendDeps } from '../spend/limits.ts'
import { startRun } from './start.ts'

/** Number of runs queued per sweep. */
const RUN_LIMIT = 1_000

/**
 * Queues the weekly runs of the projects that are due, the longest overdue first.
 * @returns the number of projects that are due, at most 1,000
 */
export async function sweepScheduledRuns({ ctx }: { ctx: Ctx }): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ projectId: string }>({
    name: 'due-schedules',
    text: `SELECT project_id AS "projectId" FROM schedule WHERE enabled AND next_run_at <= $1
           ORDER BY next_run_at, project_id LIMIT ${RUN_LIMIT}`,
    values: [ctx.now()],
  })
  if (rows.length > 0)
    await ctx.deps.queue.add(rows.map(({ projectId }) => ({ name: 'start-run', projectId })))
  return rows.length
}

/**
 * Starts the weekly run of a project if it is due, and sets the next time to the next weekly time in the future, so that
 * a project runs only once after a month of downtime. A project without active prompts only gets a new time. Safe to run
 * in several processes at once.
 * @returns whether a run was started
 */
export function startScheduledRun({
  ctx,
  input: { projectId },
}: {
  ctx: Ctx<SpendDeps>
  input: { projectId: string }
}): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const now = ctx.now()
    // Locks the project before the run refers to it, to avoid a deadlock with a concurrent deletion.
    const [schedule] = await tx.db.$queryRaw<WeeklyTime[]>`
      SELECT s.day_of_week AS "dayOfWeek", s.hour, s.minute
      FROM schedule s JOIN project p ON p.id = s.project_id
      WHERE s.project_id = ${projectId}::uuid AND s.enabled AND s.next_run_at <= ${now}
      FOR NO KEY UPDATE OF p, s`
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
