import type { AppCtx } from '../src/core/context.ts'
import type { Job } from '../src/core/foundation/jobs.ts'
import { remeasureBatch, sweepMetrics } from '../src/core/measurements/remeasure.ts'

/** Returns a context whose jobs are not run, and the array that they are added to. */
export function withoutQueue<Context extends Pick<AppCtx, 'deps'>>(
  ctx: Context,
): { ctx: Context; queued: Job[] } {
  const queued: Job[] = []
  const queue: AppCtx['deps']['queue'] = {
    add: async (jobs) => void queued.push(...jobs),
    countWaiting: async () => ({ first: 0, interactive: 0, scheduled: 0 }),
  }
  return { ctx: { ...ctx, deps: { ...ctx.deps, queue } }, queued }
}

/** Measures all batches with older metric definitions again, as the sweep and its jobs do. */
export async function remeasureAll(ctx: AppCtx): Promise<void> {
  const { ctx: sweeping, queued } = withoutQueue(ctx)
  await sweepMetrics({ ctx: sweeping })
  for (const job of queued) if (job.name === 'measure') await remeasureBatch({ ctx, input: job })
}
