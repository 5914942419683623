import type { BatchEndHandler } from '../../core/batches/batch-end.ts'
import type { AppCtx } from '../../core/context.ts'
import { retryDeadlock } from '../../core/foundation/database-errors.ts'
import { sweepMetrics } from '../../core/measurements/remeasure.ts'
import type { Demo } from './demo.ts'
import { asksOnlySimulated, executeRun } from './run.ts'

/** Ages of the runs in weeks, oldest first. One week is missing, so that the charts show a gap. */
const AGES = [12, 11, 10, 9, 8, 7, 6, 4, 3, 2, 1]

/** Milliseconds. */
const WEEK = 7 * 86_400_000

/**
 * Adds twelve weeks of past runs to the demo project. The usual pipeline executes them with a clock set to the week of the run.
 * Existing runs are kept, except runs that an earlier start left unfinished, which are executed again. Skipped if a provider is
 * not simulated, or while another process does the same. Stops early on `signal`.
 */
export async function fillHistory({
  ctx,
  input: { organizationId, projectId },
  signal,
}: {
  ctx: AppCtx
  input: Demo
  signal: AbortSignal
}): Promise<void> {
  // The lock is released with the connection, even if the process is killed.
  const connection = await ctx.db.pool.connect()
  try {
    const { rows } = await connection.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
      [`demo-history:${projectId}`],
    )
    if (!rows[0]?.locked) return
    const { createdAt } = await ctx.db.prisma.organization.findUniqueOrThrow({
      where: { id: organizationId },
    })
    const times = AGES.map((age) => new Date(createdAt.getTime() - age * WEEK))
    await deleteUnfinished(ctx, projectId, times)
    for (const time of times) {
      if (signal.aborted || !(await asksOnlySimulated(ctx, projectId))) return
      if (!(await hasRun(ctx, projectId, time))) await executeRun(pastContext(ctx, time), projectId, signal)
    }
    await sweepMetrics({ ctx })
  } finally {
    connection.release(true)
  }
}

/**
 * Deletes past runs that an earlier process left unfinished. These include runs that the sweep has completed in the meantime,
 * because their answers have today's date.
 */
async function deleteUnfinished(ctx: AppCtx, projectId: string, times: Date[]): Promise<void> {
  await retryDeadlock(() =>
    ctx.db.pool.query(
      `DELETE FROM batch b WHERE project_id = $1 AND kind = 'run' AND created_at = ANY($2::timestamptz[]) AND
         (finished_at IS NULL OR finished_at > created_at + interval '1 day' OR EXISTS (
           SELECT FROM result r WHERE r.batch_id = b.id AND r.answered_at > b.created_at + interval '1 day'))`,
      [projectId, times],
    ),
  )
}

async function hasRun({ db }: AppCtx, projectId: string, createdAt: Date): Promise<boolean> {
  return (await db.prisma.batch.count({ where: { projectId, kind: 'run', createdAt } })) > 0
}

/** Returns a context with a clock that starts in the past when it is first read. It has no judge, which would be a real model. */
function pastContext(ctx: AppCtx, time: Date): AppCtx {
  let firstRead: number | undefined
  const batchEndHandlers = [...ctx.deps.batchEndHandlers, remeasureLaterRuns]
  return {
    ...ctx,
    now: () => {
      const present = ctx.now().getTime()
      firstRead ??= present
      return new Date(time.getTime() + present - firstRead)
    },
    deps: { ...ctx.deps, judge: null, batchEndHandlers },
  }
}

/** Marks later runs for another measurement, because their previous run may have changed. */
const remeasureLaterRuns: BatchEndHandler = async () => ({
  write: async ({ db }, { projectId, finishedAt }) => {
    await db.batch.updateMany({
      where: { projectId, kind: 'run', finishedAt: { gt: finishedAt ?? new Date() } },
      data: { metricsVersion: 0 },
    })
  },
})
