import { EXTRACTION_VERSION } from '../../extraction/observation.ts'
import type { Batch, Reextraction } from '../../generated/prisma/client.ts'
import { METRICS_VERSION } from '../../metrics/definitions.ts'
import type { MetricsInput } from '../../metrics/metrics-input.ts'
import { PARSER_VERSION } from '../../providers/driver.ts'
import { finalStatusOf } from '../batch-status.ts'
import { toBatchEvent } from '../batches/batch-state.ts'
import type { Ctx, Transaction } from '../context.ts'
import { loadRun, lockHistory } from '../measurements/adjacent-runs.ts'
import { type BatchFigures, runFiguresOf, writeFigures } from '../measurements/batch-figures.ts'
import type { ComparedRun } from '../measurements/comparison.ts'
import {
  lockMeasurement,
  type Measurement,
  measure,
  runPositionOf,
  writeMeasurement,
} from '../measurements/measure.ts'
import { loadMetricsInput } from '../measurements/metrics-input.ts'
import { type Snapshot, snapshotSchema } from '../snapshot.ts'
import { transaction } from '../transaction.ts'
import { countChanges, type ExtractionChanges } from './changes.ts'
import { changeReextraction } from './transitions.ts'

/** A finished extraction of a run, with everything that is computed from it. */
interface Publication {
  /** With the status and counters that it gets: units whose response is understood now have not failed. */
  batch: Batch
  snapshot: Snapshot
  measurement: Measurement
  changes: ExtractionChanges
  /** The run after it, whose comparison with this one changes too; null where there is none. */
  following: { id: string; figures: BatchFigures } | null
}

type FinishedReextraction = Pick<Reextraction, 'id' | 'batchId' | 'snapshot'>

/**
 * Publishes a finished re-extraction in one transaction: its batch refers to it from then on, with its snapshot, status, summary,
 * metrics and sources, and the run after it gets a new comparison. Everything is computed before the transaction, whose
 * length therefore does not depend on the number of answers. Does nothing for a re-extraction that has ended otherwise.
 */
export async function publishExtraction(ctx: Ctx, reextraction: FinishedReextraction): Promise<void> {
  for (;;) {
    const publication = await preparePublication(ctx, reextraction)
    // Computed again when a run ended or an adjacent run was re-extracted meanwhile.
    if (!publication || (await apply(ctx, reextraction.id, publication))) return
  }
}

async function preparePublication(ctx: Ctx, reextraction: FinishedReextraction): Promise<Publication | null> {
  const { id: reextractionId, batchId } = reextraction
  const batch = await ctx.db.prisma.batch.findUnique({ where: { id: batchId } })
  if (!batch?.finishedAt) return null
  const snapshot = snapshotSchema.parse(reextraction.snapshot)
  const input = await loadMetricsInput(ctx.db, batchId, snapshot, { reextractionId })
  const current: ComparedRun = {
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
    // Computed after the run itself: each of the two may take much memory.
    following: next && { id: next.id, figures: await runFiguresOf(await loadRun(ctx.db, next), current) },
  }
}

function withCounts(batch: Batch, { answers }: MetricsInput): Batch {
  const failed = answers.filter(({ status }) => status === 'failed').length
  const completed = batch.total - failed
  return { ...batch, failed, completed, status: finalStatusOf({ ...batch, failed }) }
}

/** Returns false, with nothing written, when a run ended or an adjacent run was re-extracted since the publication was computed. */
function apply(ctx: Ctx, reextractionId: string, publication: Publication): Promise<boolean> {
  const { batch, snapshot, measurement, changes, following } = publication
  const { summary } = measurement
  return transaction(ctx, async (tx) => {
    // The project is locked first, as it is by deletion, by the start of a re-extraction and by the end of a run.
    if (batch.projectId) await lockHistory(tx.db, batch.projectId)
    if (!(await lockMeasurement(tx.db, measurement))) return false
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
