import { EXTRACTION_VERSION } from '../../extraction/foundation/observation.ts'
import type { Batch, Reextraction } from '../../generated/prisma/client.ts'
import { METRICS_VERSION } from '../../metrics/definitions.ts'
import type { MetricsInput } from '../../metrics/metrics-input.ts'
import { toBatchEvent } from '../batches/batch-state.ts'
import { type Snapshot, snapshotSchema } from '../brands/snapshot.ts'
import { finalStatusOf } from '../foundation/batch-status.ts'
import type { Ctx, Transaction } from '../foundation/context.ts'
import { transaction } from '../foundation/transaction.ts'
import { loadRun, lockHistory } from '../measurements/adjacent-runs.ts'
import { type BatchFigures, runFiguresOf, writeFigures } from '../measurements/batch-figures.ts'
import type { RunWithPages } from '../measurements/comparison.ts'
import {
  lockMeasurement,
  type Measurement,
  measure,
  runPositionOf,
  writeMeasurement,
} from '../measurements/measure.ts'
import { loadMetricsInput } from '../measurements/metrics-input.ts'
import { PARSER_VERSION } from '../provider-port/driver.ts'
import { countChanges, type ExtractionChanges } from './changes.ts'
import { keepCorrections } from './keep-corrections.ts'
import { changeReextraction } from './transitions.ts'

/** A finished re-extraction of a run, with everything that is computed from it. */
interface Publication {
  /** The batch with its new status and counters. Units that can be parsed now no longer count as failed. */
  batch: Batch
  snapshot: Snapshot
  measurement: Measurement
  changes: ExtractionChanges
  /** The following run, which needs a new comparison with this run; null if there is none. */
  following: { id: string; figures: BatchFigures } | null
}

type FinishedReextraction = Pick<Reextraction, 'id' | 'batchId' | 'snapshot'>

/**
 * Publishes a finished re-extraction in one transaction. The batch then refers to the re-extraction and has its
 * snapshot, status, summary, metrics and sources, and the following run gets a new comparison. Everything is computed
 * before the transaction, so the duration of the transaction does not depend on the number of answers. Does nothing if
 * the re-extraction is no longer running.
 */
export async function publishExtraction(ctx: Ctx, reextraction: FinishedReextraction): Promise<void> {
  for (;;) {
    const publication = await preparePublication(ctx, reextraction)
    // Computes everything again if a run ended, an adjacent run was re-extracted or a label was corrected in the meantime.
    if (!publication || (await writePublication(ctx, reextraction.id, publication))) return
  }
}

async function preparePublication(ctx: Ctx, reextraction: FinishedReextraction): Promise<Publication | null> {
  const { id: reextractionId, batchId } = reextraction
  const batch = await ctx.db.prisma.batch.findUnique({ where: { id: batchId } })
  if (!batch?.finishedAt) return null
  const snapshot = snapshotSchema.parse(reextraction.snapshot)
  await keepCorrections(ctx, { batchId, reextractionId })
  const input = await loadMetricsInput(ctx.db, batchId, snapshot, { reextractionId })
  const current: RunWithPages = {
    id: batchId,
    extractionRevision: batch.extractionRevision + 1,
    snapshot,
    input,
  }
  const ended = withCounts(batch, input)
  const measurement = await measure(ctx.db, current, runPositionOf(ended, batch.finishedAt), reextractionId)
  const next = measurement.history?.adjacentRuns.following ?? null
  return {
    batch: ended,
    snapshot,
    measurement,
    changes: await countChanges(ctx.db, reextractionId),
    // Computed after the run's own measurement rather than concurrently, because both can use much memory.
    following: next && { id: next.id, figures: await runFiguresOf(await loadRun(ctx.db, next), current) },
  }
}

function withCounts(batch: Batch, { answers }: MetricsInput): Batch {
  const failed = answers.filter(({ status }) => status === 'failed').length
  const completed = batch.total - failed
  return { ...batch, failed, completed, status: finalStatusOf({ ...batch, failed }) }
}

/**
 * Writes a publication. Returns false without writing anything if a run ended, an adjacent run was re-extracted or the run
 * changed since the publication was computed.
 */
function writePublication(ctx: Ctx, reextractionId: string, publication: Publication): Promise<boolean> {
  const { batch, snapshot, measurement, changes, following } = publication
  const { summary } = measurement
  return transaction(ctx, async (tx) => {
    // Locks the project first, in the same order as deleting a project, starting a re-extraction and ending a run.
    if (batch.projectId) await lockHistory(tx.db, batch.projectId)
    if (!(await lockMeasurement(tx.db, measurement))) return false
    // A correction, which also locks the project, would be missing.
    const { seq } = await tx.db.batch.findUniqueOrThrow({ where: { id: batch.id }, select: { seq: true } })
    if (seq !== batch.seq) return false
    const now = ctx.now()
    const ended = await changeReextraction(tx, reextractionId, {
      from: ['running'],
      data: {
        status: 'completed',
        summaryBefore: batch.summary ?? undefined,
        summaryAfter: summary,
        changes,
        extractionVersion: EXTRACTION_VERSION,
        previousVersion: batch.extractionVersion,
        finishedAt: now,
      },
      now,
    })
    if (!ended) return true
    const changed = await tx.db.batch.update({
      where: { id: batch.id },
      data: {
        reextractionId,
        status: batch.status,
        completed: batch.completed,
        failed: batch.failed,
        snapshot,
        brandName: snapshot.brand.name,
        summary,
        extractionVersion: EXTRACTION_VERSION,
        parserVersion: PARSER_VERSION,
        metricsVersion: METRICS_VERSION,
        extractionRevision: { increment: 1 },
        reextractedAt: now,
        changedAt: now,
        seq: { increment: 1 },
      },
    })
    tx.publish(toBatchEvent(changed))
    await writeMeasurement(tx.db, batch.id, measurement)
    if (following) await writeFollowing(tx, following, now)
    return true
  })
}

async function writeFollowing(
  tx: Transaction,
  { id, figures }: { id: string; figures: BatchFigures },
  now: Date,
): Promise<void> {
  await writeFigures(tx.db, id, figures)
  const changed = await tx.db.batch.update({
    where: { id },
    data: { changedAt: now, seq: { increment: 1 } },
  })
  tx.publish(toBatchEvent(changed))
}
