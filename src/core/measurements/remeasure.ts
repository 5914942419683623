import { METRICS_VERSION } from '../../metrics/definitions.ts'
import { toBatchEvent } from '../batches/batch-state.ts'
import type { Ctx } from '../foundation/context.ts'
import { transaction } from '../foundation/transaction.ts'
import { loadRunWithPages } from './adjacent-runs.ts'
import type { RunWithPages } from './comparison.ts'
import { lockMeasurement, type Measurement, measure, runPositionOf, writeMeasurement } from './measure.ts'

/** Number of batches queued per sweep. Workers compute about as many until the next one. */
const BATCH_LIMIT = 1_000

/**
 * Queues the batches with older metric definitions to be measured again, the newest first.
 * @returns the number of queued batches; less than 1,000 if no others are due
 */
export async function sweepMetrics({ ctx }: { ctx: Ctx }): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ id: string }>({
    name: 'older-metrics',
    // Only a batch that has ended has an extraction version.
    text: `SELECT id FROM batch WHERE metrics_version < $1 AND finished_at IS NOT NULL AND extraction_version IS NOT NULL
             AND organization_id IS NOT NULL
           ORDER BY id DESC LIMIT ${BATCH_LIMIT}`,
    values: [METRICS_VERSION],
  })
  if (rows.length > 0) await ctx.deps.queue.add(rows.map(({ id }) => ({ name: 'measure', batchId: id })))
  return rows.length
}

/**
 * Computes the summary, metrics and sources of a batch with older metric definitions, or with corrected labels, again, from
 * its stored observations. Does nothing if they are current, or if the batch was deleted.
 */
export async function remeasureBatch({
  ctx,
  input: { batchId: id },
}: {
  ctx: Ctx
  input: { batchId: string }
}): Promise<void> {
  for (;;) {
    const batch = await ctx.db.prisma.batch.findUnique({ where: { id } })
    if (!batch?.finishedAt || batch.metricsVersion >= METRICS_VERSION) return
    const run = await loadRunWithPages(ctx.db, batch)
    const measurement = await measure(ctx.db, run, runPositionOf(batch, batch.finishedAt))
    if (await writeCurrent(ctx, run, measurement)) return
    // A label was corrected in the meantime, or an adjacent run has changed.
    ctx.deps.stopping.throwIfAborted()
  }
}

/** Writes a measurement. Returns false without writing anything if it is out of date. */
function writeCurrent(
  ctx: Ctx,
  { id, extractionRevision }: RunWithPages,
  measurement: Measurement,
): Promise<boolean> {
  const { summary } = measurement
  return transaction(ctx, async (tx) => {
    if (!(await lockMeasurement(tx.db, measurement))) return false
    const [changed] = await tx.db.batch.updateManyAndReturn({
      // Updates no row if a label was corrected or a re-extraction was published in between.
      where: { id, extractionRevision, metricsVersion: { lt: METRICS_VERSION } },
      data: { summary, metricsVersion: METRICS_VERSION, changedAt: ctx.now(), seq: { increment: 1 } },
    })
    if (!changed) return false
    await writeMeasurement(tx.db, id, measurement)
    tx.publish(toBatchEvent(changed))
    return true
  })
}
