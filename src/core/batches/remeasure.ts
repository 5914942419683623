import { METRICS_VERSION } from '../../metrics/definitions.ts'
import { summarize } from '../../metrics/summarize.ts'
import type { Ctx } from '../context.ts'
import { sourceRowsOf, writeSourceRows } from '../results/source-rows.ts'
import { transaction } from '../transaction.ts'
import { metricRowsOf, summaryIn, writeMetricRows } from '../trends/metric-rows.ts'
import { areStill, loadRun, lockHistory, neighboursOf } from '../trends/previous-run.ts'
import { toEvent } from './change.ts'

/** Batches of one sweep: each may take a second of work. */
const MOST = 5

/**
 * Writes the summaries, metrics and sources of batches that ended under older definitions again, from their answers as they
 * were read; a few at a time, the newest first.
 * @returns the number of batches looked at
 */
export async function sweepMetrics({ ctx }: { ctx: Ctx }): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ id: string }>({
    name: 'older-metrics',
    // Only what finalizeBatch has ended has a version of its reading.
    text: `SELECT id FROM batch WHERE metrics_version < $1 AND finished_at IS NOT NULL AND extraction_version IS NOT NULL
           ORDER BY id DESC LIMIT ${MOST}`,
    values: [METRICS_VERSION],
  })
  for (const { id } of rows) {
    try {
      await remeasure(ctx, id)
    } catch (error) {
      ctx.deps.logger.error({ error, batchId: id }, 'the metrics of a batch stay those of older definitions')
    }
  }
  return rows.length
}

async function remeasure(ctx: Ctx, id: string): Promise<void> {
  const batch = await ctx.db.prisma.batch.findUnique({ where: { id } })
  if (!batch?.finishedAt) return
  const { projectId, finishedAt } = batch
  const run = await loadRun(ctx.db, batch)
  const isPoint = batch.kind === 'run' && projectId !== null && batch.status !== 'failed'
  const place = isPoint ? { id, projectId, finishedAt } : null
  const neighbours = place && (await neighboursOf(ctx.db.prisma, place))
  const previous = neighbours?.previous ? await loadRun(ctx.db, neighbours.previous) : null
  const metrics = place ? await metricRowsOf(run, previous) : []
  const summary = summaryIn(metrics) ?? summarize(run.measured)
  await transaction(ctx, async (tx) => {
    if (place) await lockHistory(tx.db, place.projectId)
    // The next sweep does what was computed beside a reading that is gone.
    if (place && neighbours && !(await areStill(tx.db, place, neighbours))) return
    const [changed] = await tx.db.batch.updateManyAndReturn({
      // A re-extraction that came in between has written its own.
      where: { id, reading: run.reading, metricsVersion: { lt: METRICS_VERSION } },
      data: { summary, metricsVersion: METRICS_VERSION, changedAt: ctx.now(), seq: { increment: 1 } },
    })
    if (!changed) return
    if (metrics.length > 0) await writeMetricRows(tx.db, id, metrics)
    await writeSourceRows(tx.db, id, sourceRowsOf(run.measured))
    tx.publish(toEvent(changed))
  })
}
