import { EXTRACTION_VERSION } from '../../extraction/observation.ts'
import type { Batch } from '../../generated/prisma/client.ts'
import { METRICS_VERSION } from '../../metrics/definitions.ts'
import { summarize } from '../../metrics/summarize.ts'
import type { Ctx } from '../context.ts'
import { moveCredits } from '../credits/move.ts'
import { sourceRowsOf, writeSourceRows } from '../results/source-rows.ts'
import { type Transaction, transaction } from '../transaction.ts'
import { metricRowsOf, summaryIn, writeMetricRows } from '../trends/metric-rows.ts'
import { latestRun } from '../trends/previous-run.ts'
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
  const status = statusOf(batch)
  const isPoint = batch.kind === 'run' && batch.projectId !== null && status !== 'failed'
  const previous = isPoint && batch.projectId ? await latestRun(ctx.db, batch.projectId) : null
  const metrics = isPoint ? await metricRowsOf({ ...batch, snapshot, measured }, previous) : []
  const summary = summaryIn(metrics) ?? summarize(measured)
  const sources = sourceRowsOf(measured)
  await transaction(ctx, async (tx) => {
    const now = ctx.now()
    const [ended] = await tx.db.batch.updateManyAndReturn({
      where: { id: batchId, finishedAt: null },
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
    if (metrics.length > 0) await writeMetricRows(tx.db, batchId, metrics)
    await writeSourceRows(tx.db, batchId, sources)
    await queueWebhook(tx, ended)
    tx.publish(toEvent(ended))
  })
}

function statusOf({ failed, total }: Batch) {
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
