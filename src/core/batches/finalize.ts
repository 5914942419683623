import { EXTRACTION_VERSION } from '../../extraction/observation.ts'
import type { Batch } from '../../generated/prisma/client.ts'
import { METRICS_VERSION } from '../../metrics/definitions.ts'
import { type Summary, summarize } from '../../metrics/summarize.ts'
import type { Ctx } from '../context.ts'
import { moveCredits } from '../credits/move.ts'
import { type SourceRow, sourceRowsOf, writeSourceRows } from '../results/source-rows.ts'
import { type Transaction, transaction } from '../transaction.ts'
import { type MetricRow, metricRowsOf, summaryIn, writeMetricRows } from '../trends/metric-rows.ts'
import { areStill, loadRun, lockHistory, neighboursOf } from '../trends/previous-run.ts'
import { queueWebhook } from '../webhooks/queue.ts'
import { toEvent } from './change.ts'
import { loadMeasured } from './measured.ts'
import { snapshotSchema } from './snapshot.ts'

/**
 * Ends a batch whose units are all done: status, refunds for failed units, the summary, the sources, and, for a run, the
 * metrics that trends read. Does nothing for one that is not at its end, has ended, or is gone, so that whoever notices may call it.
 */
export async function finalizeBatch({ ctx, input }: { ctx: Ctx; input: { batchId: string } }): Promise<void> {
  const { batchId } = input
  const batch = await ctx.db.prisma.batch.findUnique({ where: { id: batchId } })
  if (!batch || batch.finishedAt || batch.completed + batch.failed < batch.total) return
  const snapshot = snapshotSchema.parse(batch.snapshot)
  const measured = await loadMeasured(ctx.db, batchId, snapshot)
  const ending = { batch, status: statusOf(batch), sources: sourceRowsOf(measured) }
  const { kind, projectId } = batch
  if (kind !== 'run' || projectId === null || ending.status === 'failed') {
    const summary = summarize(measured)
    return transaction(ctx, (tx) => end(tx, ending, { metrics: [], summary, now: ctx.now() }))
  }
  const place = { id: batchId, projectId, finishedAt: null }
  for (let ended = false; !ended; ) {
    const neighbours = await neighboursOf(ctx.db.prisma, place)
    const previous = neighbours.previous && (await loadRun(ctx.db, neighbours.previous))
    const metrics = await metricRowsOf({ ...batch, snapshot, measured }, previous)
    const summary = summaryIn(metrics) ?? summarize(measured)
    ended = await transaction(ctx, async (tx) => {
      await lockHistory(tx.db, projectId)
      // Again when another run ended meanwhile, or the one before was read again.
      if (!(await areStill(tx.db, place, neighbours))) return false
      await end(tx, ending, { metrics, summary, now: ctx.now() })
      return true
    })
  }
}

interface Ending {
  batch: Batch
  status: 'completed' | 'partially_completed' | 'failed'
  sources: SourceRow[]
}

async function end(
  tx: Transaction,
  { batch, status, sources }: Ending,
  { metrics, summary, now }: { metrics: MetricRow[]; summary: Summary; now: Date },
): Promise<void> {
  const [ended] = await tx.db.batch.updateManyAndReturn({
    where: { id: batch.id, finishedAt: null },
    data: {
      status,
      summary,
      metricsVersion: METRICS_VERSION,
      extractionVersion: EXTRACTION_VERSION,
      ...settledCredits(batch),
      finishedAt: now,
      changedAt: now,
      seq: { increment: 1 },
    },
  })
  if (!ended) return
  await settleCredits(tx, batch)
  if (metrics.length > 0) await writeMetricRows(tx.db, batch.id, metrics)
  await writeSourceRows(tx.db, batch.id, sources)
  await queueWebhook(tx, ended)
  tx.publish(toEvent(ended))
}

function statusOf({ failed, total }: Batch): Ending['status'] {
  if (failed === 0) return 'completed'
  return failed === total ? 'failed' : 'partially_completed'
}

function settledCredits({ creditsReserved, failed }: Batch) {
  const creditsRefunded = creditsReserved > 0 ? failed : 0
  return { creditsRefunded, creditsCharged: creditsReserved - creditsRefunded }
}

async function settleCredits(tx: Transaction, batch: Batch): Promise<void> {
  if (batch.creditsReserved === 0) return
  const { creditsCharged, creditsRefunded } = settledCredits(batch)
  const entry = { organizationId: batch.organizationId, cause: `batch:${batch.id}` }
  await moveCredits(tx.db, { ...entry, kind: 'charge', credits: creditsCharged })
  if (creditsRefunded > 0) await moveCredits(tx.db, { ...entry, kind: 'refund', credits: creditsRefunded })
}
