import { EXTRACTION_VERSION } from '../../extraction/observation.ts'
import type { Batch, Reextraction } from '../../generated/prisma/client.ts'
import { METRICS_VERSION } from '../../metrics/definitions.ts'
import { type Summary, summarize } from '../../metrics/summarize.ts'
import type { Ctx } from '../context.ts'
import { type SourceRow, sourceRowsOf, writeSourceRows } from '../results/source-rows.ts'
import { type Transaction, transaction } from '../transaction.ts'
import type { ComparedRun } from '../trends/comparison.ts'
import { type MetricRow, metricRowsOf, writeMetricRows } from '../trends/metric-rows.ts'
import { neighboursOf } from '../trends/previous-run.ts'
import { toEvent } from './change.ts'
import { loadMeasured } from './measured.ts'
import { type Snapshot, snapshotSchema } from './snapshot.ts'

/** The new reading of a run, and what hangs on it. */
interface Swap {
  batch: Batch
  snapshot: Snapshot
  summary: Summary
  metrics: MetricRow[]
  sources: SourceRow[]
  /** The run after it, whose comparison with this one moves too. */
  following: { id: string; metrics: MetricRow[] } | null
  /** The readings all of this was computed from, by run. */
  readings: Map<string, number>
}

/**
 * Puts everything that a re-extraction has read in the place of what was read before, at once: observations, snapshot,
 * summary, metrics, and the comparison of the run that follows. Does nothing for one that is no longer under way.
 */
export async function swapReading(
  ctx: Ctx,
  reextraction: Pick<Reextraction, 'id' | 'batchId' | 'snapshot'>,
): Promise<void> {
  for (;;) {
    const swap = await prepareSwap(ctx, reextraction)
    // Again when a neighbour was itself read again meanwhile.
    if (!swap || (await apply(ctx, reextraction.id, swap))) return
  }
}

async function prepareSwap(
  ctx: Ctx,
  reextraction: Pick<Reextraction, 'id' | 'batchId' | 'snapshot'>,
): Promise<Swap | null> {
  const { id: reextractionId, batchId } = reextraction
  const batch = await ctx.db.prisma.batch.findUnique({ where: { id: batchId } })
  if (!batch) return null
  const snapshot = snapshotSchema.parse(reextraction.snapshot)
  const measured = await loadMeasured(ctx.db, batchId, snapshot, { reextractionId })
  const summary = summarize(measured)
  const sources = sourceRowsOf(measured)
  const readings = new Map([[batchId, batch.reading]])
  const { projectId, finishedAt } = batch
  // A run without any answer is no point of the trends, and nothing is compared with it.
  if (!projectId || !finishedAt || batch.status === 'failed') {
    return { batch, snapshot, summary, metrics: [], sources, following: null, readings }
  }
  const current: ComparedRun = { id: batchId, reading: batch.reading + 1, snapshot, measured }
  const { previous, following } = await neighboursOf(ctx.db, { id: batchId, projectId, finishedAt })
  for (const run of [previous, following]) if (run) readings.set(run.id, run.reading)
  const metrics = await metricRowsOf(current, previous)
  const after = following && { id: following.id, metrics: await metricRowsOf(following, current) }
  return { batch, snapshot, summary, metrics, sources, following: after, readings }
}

/** False when what the swap was computed from no longer holds. */
function apply(ctx: Ctx, reextractionId: string, swap: Swap): Promise<boolean> {
  const { batch, snapshot, summary, metrics, sources, following, readings } = swap
  return transaction(ctx, async (tx) => {
    // Project, runs, re-extraction: the order of those who delete, begin and cancel.
    await tx.db.$queryRaw`SELECT id FROM project WHERE id = ${batch.projectId}::uuid FOR KEY SHARE`
    if (!(await lockAsRead(tx, readings))) return false
    const now = ctx.now()
    const [ended] = await tx.db.reextraction.updateManyAndReturn({
      where: { id: reextractionId, status: 'running' },
      data: {
        status: 'completed',
        summaryBefore: batch.summary ?? undefined,
        summaryAfter: summary,
        extractionVersion: EXTRACTION_VERSION,
        finishedAt: now,
        changedAt: now,
      },
    })
    if (!ended) return true
    await tx.db.$executeRaw`
      UPDATE result r SET observation = s.observation, extraction_version = s.extraction_version
      FROM reextracted_result s WHERE s.reextraction_id = ${reextractionId}::uuid AND r.id = s.result_id`
    await tx.db.reextractedResult.deleteMany({ where: { reextractionId } })
    const changed = await tx.db.batch.update({
      where: { id: batch.id },
      data: {
        snapshot,
        brandName: snapshot.brand.name,
        summary,
        extractionVersion: EXTRACTION_VERSION,
        metricsVersion: METRICS_VERSION,
        reading: { increment: 1 },
        reextractedAt: now,
        changedAt: now,
        seq: { increment: 1 },
      },
    })
    tx.publish(toEvent(changed))
    if (metrics.length > 0) await writeMetricRows(tx.db, batch.id, metrics)
    await writeSourceRows(tx.db, batch.id, sources)
    if (following) await moveComparison(tx, following, now)
    return true
  })
}

/** Locks runs; false unless each is still there, read as often as it was. */
async function lockAsRead(tx: Transaction, readings: Swap['readings']): Promise<boolean> {
  const ids = [...readings.keys()]
  const rows = await tx.db.$queryRaw<{ id: string; reading: number }[]>`
    SELECT id, reading FROM batch WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`
  return rows.length === ids.length && rows.every(({ id, reading }) => readings.get(id) === reading)
}

async function moveComparison(
  tx: Transaction,
  { id, metrics }: NonNullable<Swap['following']>,
  now: Date,
): Promise<void> {
  await writeMetricRows(tx.db, id, metrics)
  const changed = await tx.db.batch.update({
    where: { id },
    data: { changedAt: now, seq: { increment: 1 } },
  })
  tx.publish(toEvent(changed))
}
