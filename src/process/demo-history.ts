import type { BatchEndHandler, Ctx } from '../core/context.ts'
import { retryDeadlock } from '../core/database-errors.ts'
import { sweepMetrics } from '../core/measurements/remeasure.ts'
import type { Demo } from './demo.ts'
import { asksOnlySimulated, executeRun } from './demo-run.ts'

/** The ages of the runs in weeks, the oldest first: one week is missing, so that charts have a gap to show. */
const AGES = [12, 11, 10, 9, 8, 7, 6, 4, 3, 2, 1]

/** Milliseconds. */
const WEEK = 7 * 86_400_000

/**
 * Gives the demo project the weekly runs that it would have, had it existed for twelve weeks: the usual pipeline executes them,
 * with a clock that shows the week of the run. Those it has are left alone; one that an earlier start left unfinished is
 * executed anew. Does nothing where a provider is not simulated, or while another process does it. Ends early on `signal`.
 */
export async function fillHistory({
  ctx,
  input: { organizationId, projectId },
  signal,
}: {
  ctx: Ctx
  input: Demo
  signal: AbortSignal
}): Promise<void> {
  // The lock ends with the connection, so also when the process is killed.
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
 * Deletes runs of the past that a process left unfinished, and those that the sweep has gone on with, by the clock of today,
 * before this was called.
 */
async function deleteUnfinished(ctx: Ctx, projectId: string, times: Date[]): Promise<void> {
  await retryDeadlock(() =>
    ctx.db.pool.query(
      `DELETE FROM batch b WHERE project_id = $1 AND kind = 'run' AND created_at = ANY($2::timestamptz[]) AND
         (finished_at IS NULL OR finished_at > created_at + interval '1 day' OR EXISTS (
           SELECT FROM result r WHERE r.batch_id = b.id AND r.answered_at > b.created_at + interval '1 day'))`,
      [projectId, times],
    ),
  )
}

async function hasRun({ db }: Ctx, projectId: string, createdAt: Date): Promise<boolean> {
  return (await db.prisma.batch.count({ where: { projectId, kind: 'run', createdAt } })) > 0
}

/** A context whose clock shows a time of the past when it is first read and goes on from then, without the judge, which is a real model. */
function pastContext(ctx: Ctx, time: Date): Ctx {
  let firstRead: number | undefined
  const batchEndHandlers = [...ctx.deps.batchEndHandlers, measureLaterAgain]
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

/** Runs that were measured when this one did not exist are compared with the run before them once more. */
const measureLaterAgain: BatchEndHandler = async () => ({
  write: async ({ db }, { projectId, finishedAt }) => {
    await db.batch.updateMany({
      where: { projectId, kind: 'run', finishedAt: { gt: finishedAt ?? new Date() } },
      data: { metricsVersion: 0 },
    })
  },
})
