import { METRICS_VERSION } from '../../metrics/definitions.ts'
import { toBatchEvent } from '../batches/batch-state.ts'
import type { Ctx } from '../foundation/context.ts'
import { transaction } from '../foundation/transaction.ts'
import { loadRun } from './adjacent-runs.ts'
import { lockMeasurement, measure, runPositionOf, writeMeasurement } from './measure.ts'

/** Batches recomputed per sweep. Each may take a second of CPU time. */
const BATCH_LIMIT = 5

/**
 * Recomputes the summaries, metrics and sources of batches with older metric definitions from their stored
 * observations, a few batches per call and newest first.
 * @returns the number of batches that were due
 */
export async function sweepMetrics({ ctx }: { ctx: Ctx }): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ id: string }>({
    name: 'older-metrics',
    // Only a batch that has ended has an extraction version.
    text: `SELECT id FROM batch WHERE metrics_version < $1 AND finished_at IS NOT NULL AND extraction_version IS NOT NULL
           ORDER BY id DESC LIMIT ${BATCH_LIMIT}`,
    values: [METRICS_VERSION],
  })
  for (const { id } of rows) {
    try {
      await remeasure(ctx, id)
    } catch (error) {
      ctx.deps.logger.error(
        { error, batchId: id },
        'metrics of a batch could not be recomputed; the next sweep retries',
      )
    }
  }
  return rows.length
}

async function remeasure(ctx: Ctx, id: string): Promise<void> {
  const batch = await ctx.db.prisma.batch.findUnique({ where: { id } })
  if (!batch?.finishedAt) return
  const run = await loadRun(ctx.db, batch)
  const measurement = await measure(ctx.db, run, runPositionOf(batch, batch.finishedAt))
  const { summary } = measurement
  await transaction(ctx, async (tx) => {
    // The measurement is out of date. The next sweep computes it again.
    if (!(await lockMeasurement(tx.db, measurement))) return
    const [changed] = await tx.db.batch.updateManyAndReturn({
      // Updates no row if a re-extraction was published in between, because that has written current metrics.
      where: { id, extractionRevision: run.extractionRevision, metricsVersion: { lt: METRICS_VERSION } },
      data: { summary, metricsVersion: METRICS_VERSION, changedAt: ctx.now(), seq: { increment: 1 } },
    })
    if (!changed) return
    await writeMeasurement(tx.db, id, measurement)
    tx.publish(toBatchEvent(changed))
  })
}
