import { askUnit } from '../../core/batches/ask.ts'
import type { AppCtx } from '../../core/context.ts'
import { transaction } from '../../core/foundation/transaction.ts'
import { lockHistory } from '../../core/measurements/adjacent-runs.ts'
import { providersOfRun, startRun } from '../../core/runs/start.ts'

/** Number of concurrent units. Low enough that the process can still serve requests. */
const CONCURRENCY = 20

/** Whether a run of the project would ask only simulated providers. */
export async function asksOnlySimulated({ db, deps }: AppCtx, projectId: string): Promise<boolean> {
  const providers = await providersOfRun(db.prisma, projectId, {})
  return (
    providers.length > 0 && providers.every((id) => deps.providers.of(null).find(id)?.state === 'simulated')
  )
}

/**
 * Executes a run in this process, with the clock of the context and faster than through the queue. Use it only with simulated
 * providers, because it ignores rate limits. After `signal`, or if the process dies, the sweep asks the remaining units.
 * @returns the id of the run
 */
export async function executeRun(ctx: AppCtx, projectId: string, signal?: AbortSignal): Promise<string> {
  const now = ctx.now()
  const { runId, units } = await transaction(ctx, async (tx) => {
    await lockHistory(tx.db, projectId)
    const { id } = await startRun({ ...tx, enqueue: () => {} }, { projectId, trigger: 'schedule', now })
    await tx.db.batch.update({ where: { id }, data: { status: 'running', startedAt: now } })
    const where = { batchId: id }
    const units = await tx.db.result.findMany({ where, select: { id: true }, orderBy: { ordinal: 'asc' } })
    return { runId: id, units }
  })
  for (let next = 0; next < units.length && !signal?.aborted; next += CONCURRENCY) {
    const asked = units.slice(next, next + CONCURRENCY)
    await Promise.all(asked.map(({ id }) => askUnit({ ctx, input: { unitId: id, tries: 1 } })))
  }
  return runId
}
