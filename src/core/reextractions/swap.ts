import { EXTRACTION_VERSION } from '../../extraction/observation.ts'
import type { Batch, Reextraction } from '../../generated/prisma/client.ts'
import { METRICS_VERSION } from '../../metrics/definitions.ts'
import { type Summary, summarize } from '../../metrics/summarize.ts'
import { toEvent } from '../batches/change.ts'
import { loadMeasured } from '../batches/measured.ts'
import { type Snapshot, snapshotSchema } from '../batches/snapshot.ts'
import type { Ctx } from '../context.ts'
import { type SourceRow, sourceRowsOf, writeSourceRows } from '../results/source-rows.ts'
import { type Transaction, transaction } from '../transaction.ts'
import type { ComparedRun } from '../trends/comparison.ts'
import { type MetricRow, metricRowsOf, summaryIn, writeMetricRows } from '../trends/metric-rows.ts'
import {
  areStill,
  loadRun,
  lockHistory,
  type Neighbours,
  neighboursOf,
  type RunPlace,
} from '../trends/previous-run.ts'
import { countChanges, type ReadingChanges } from './changes.ts'
import { moveReextraction } from './move.ts'

/** The new reading of a run, and what hangs on it. */
interface Swap {
  batch: Batch & { projectId: string }
  snapshot: Snapshot
  summary: Summary
  sources: SourceRow[]
  changes: ReadingChanges
  /** Null for a run without any answer: it is no point of the trends, and nothing is compared with it. */
  history: History | null
}

interface History {
  place: RunPlace
  /** The runs beside it, in the readings that all of this was computed from. */
  neighbours: Neighbours
  metrics: MetricRow[]
  /** Those of the run after it, whose comparison with this one moves too. */
  following: MetricRow[]
}

type Finished = Pick<Reextraction, 'id' | 'batchId' | 'snapshot'>

/**
 * Puts everything that a re-extraction has read in the place of what was read before, at once: its run points to it, with the
 * snapshot, summary, metrics, and the comparison of the run that follows. All is computed beforehand, so that it takes as
 * long for a million answers as for one. Does nothing for one that is no longer under way.
 */
export async function swapReading(ctx: Ctx, reextraction: Finished): Promise<void> {
  for (;;) {
    const swap = await prepareSwap(ctx, reextraction)
    // Again when a neighbour was itself read again meanwhile, or a run ended.
    if (!swap || (await apply(ctx, reextraction.id, swap))) return
  }
}

async function prepareSwap(ctx: Ctx, reextraction: Finished): Promise<Swap | null> {
  const { id: reextractionId, batchId } = reextraction
  const batch = await ctx.db.prisma.batch.findUnique({ where: { id: batchId } })
  if (!batch?.projectId) return null
  const { projectId, finishedAt } = batch
  const snapshot = snapshotSchema.parse(reextraction.snapshot)
  const measured = await loadMeasured(ctx.db, batchId, snapshot, { reextractionId })
  const current: ComparedRun = { id: batchId, reading: batch.reading + 1, snapshot, measured }
  const place = batch.status === 'failed' ? null : { id: batchId, projectId, finishedAt }
  const history = place && (await prepareHistory(ctx, place, current))
  return {
    batch: { ...batch, projectId },
    snapshot,
    summary: (history && summaryIn(history.metrics)) ?? summarize(measured),
    sources: sourceRowsOf(measured),
    changes: await countChanges(ctx.db, reextractionId),
    history,
  }
}

async function prepareHistory(ctx: Ctx, place: RunPlace, current: ComparedRun): Promise<History> {
  const neighbours = await neighboursOf(ctx.db.prisma, place)
  const { previous, following } = neighbours
  // One neighbour after the other: each may be as large as the run itself.
  const metrics = await metricRowsOf(current, previous && (await loadRun(ctx.db, previous)))
  const after = following ? await metricRowsOf(await loadRun(ctx.db, following), current) : []
  return { place, neighbours, metrics, following: after }
}

/** False when what the swap was computed from no longer holds. */
function apply(ctx: Ctx, reextractionId: string, swap: Swap): Promise<boolean> {
  const { batch, snapshot, summary, sources, changes, history } = swap
  return transaction(ctx, async (tx) => {
    // The project first, like those who delete it, begin a re-extraction and end a run.
    await lockHistory(tx.db, batch.projectId)
    if (history && !(await areStill(tx.db, history.place, history.neighbours))) return false
    const now = ctx.now()
    const ended = await moveReextraction(tx, reextractionId, {
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
    await writeSourceRows(tx.db, batch.id, sources)
    if (history) await writeHistory(tx, history, now)
    return true
  })
}

async function writeHistory(
  tx: Transaction,
  { place, neighbours, metrics, following }: History,
  now: Date,
): Promise<void> {
  await writeMetricRows(tx.db, place.id, metrics)
  if (!neighbours.following) return
  const { id } = neighbours.following
  await writeMetricRows(tx.db, id, following)
  const changed = await tx.db.batch.update({
    where: { id },
    data: { changedAt: now, seq: { increment: 1 } },
  })
  tx.publish(toEvent(changed))
}
