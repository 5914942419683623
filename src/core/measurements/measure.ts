import { EXTRACTION_VERSION } from '../../extraction/foundation/observation.ts'
import type { Batch, Prisma } from '../../generated/prisma/client.ts'
import type { Database } from '../../infra/database.ts'
import { METRICS_VERSION, type Summary } from '../../metrics/definitions.ts'
import { summarize } from '../../metrics/summarize.ts'
import type { BatchEndHandler } from '../batches/batch-end.ts'
import { snapshotSchema } from '../brands/snapshot.ts'
import type { Ctx, Transaction } from '../foundation/context.ts'
import {
  type AdjacentRuns,
  areStillAdjacent,
  findAdjacentRuns,
  loadRun,
  lockHistory,
  type RunPosition,
} from './adjacent-runs.ts'
import { type BatchFigures, runFiguresOf, writeFigures } from './batch-figures.ts'
import type { ComparedRun, RunWithPages } from './comparison.ts'
import type { DiscoveryRows } from './discovery-count.ts'
import { discoveryRowsOf, writeDiscoveryRows } from './discovery-rows.ts'
import { type MeasuredAnswers, measuredAnswersOf, writeMeasuredAnswers } from './measured-answers.ts'
import { metricRowsOf, summaryIn } from './metric-rows.ts'
import { loadMetricsInput } from './metrics-input.ts'
import { type SourceRows, sourceRowsOf, writeSourceRows } from './source-rows.ts'
import { type UncertainLabel, writeUncertainLabels } from './uncertain-labels.ts'

/**
 * Results computed from all answers of a batch. They are computed when the batch ends, when a re-extraction is
 * published, and when the definitions of the metrics change.
 */
export interface Measurement {
  summary: Summary
  sources: SourceRows
  /** Empty for an async analysis, which is not compared. */
  answers: MeasuredAnswers[]
  /** Also empty, because only labels of runs are reviewed. */
  uncertain: readonly UncertainLabel[]
  /** Null for an async analysis, and if no answer was searched for untracked brands. */
  discovery: DiscoveryRows | null
  /** Without rows for a batch without answers. */
  figures: BatchFigures
  /** Null for an async analysis, and for a run without answers, which trends and comparisons ignore. */
  history: {
    position: RunPosition
    /** Previous and following run, with the extraction revisions that the metrics were computed from. */
    adjacentRuns: AdjacentRuns
    /** The previous run, as the run was compared with it. */
    previous: ComparedRun | null
  } | null
}

/**
 * Returns the position of a batch in the history of its project; null if it has none: see {@link Measurement.history}.
 */
export function runPositionOf({ id, kind, projectId, status }: Batch, finishedAt: Date): RunPosition | null {
  return kind === 'run' && projectId !== null && status !== 'failed' ? { id, projectId, finishedAt } : null
}

/**
 * Computes a measurement without writing it. Runs are compared with the previous run.
 * @param run the run with its metrics input, loaded with the same `reextractionId`
 * @param reextractionId uses the results of this re-extraction, published or not, instead of the published ones
 */
export async function measure(
  database: Database,
  run: RunWithPages,
  position: RunPosition | null,
  reextractionId?: string,
): Promise<Measurement> {
  const history = position && (await historyOf(database, position))
  const isAnswered = run.input.answers.some(({ status }) => status !== 'failed')
  const figures = history
    ? await runFiguresOf(run, history.previous)
    : { parts: isAnswered ? await metricRowsOf(run, null) : [], prompts: [] }
  return {
    summary: summaryIn(figures.parts) ?? summarize(run.input),
    sources: sourceRowsOf(run.input),
    answers: position ? await measuredAnswersOf(run.input) : [],
    uncertain: position ? run.input.uncertain : [],
    discovery: position && (await discoveryRowsOf(database, run.id, reextractionId)),
    figures,
    history,
  }
}

async function historyOf(
  database: Database,
  position: RunPosition,
): Promise<NonNullable<Measurement['history']>> {
  const adjacentRuns = await findAdjacentRuns(database.prisma, position)
  const { previous } = adjacentRuns
  return { position, adjacentRuns, previous: previous && (await loadRun(database, previous)) }
}

/**
 * Locks the history of the run's project until the transaction ends, and checks that the measurement is not stale.
 * @returns false if another run has ended, or an adjacent run was re-extracted, since the measurement was computed
 */
export async function lockMeasurement(
  db: Prisma.TransactionClient,
  { history }: Measurement,
): Promise<boolean> {
  if (!history) return true
  await lockHistory(db, history.position.projectId)
  return areStillAdjacent(db, history.position, history.adjacentRuns)
}

/**
 * Replaces the metrics, sources, measured answers, uncertain labels and discovered brands of a batch. The caller writes the summary, a
 * column of the batch.
 */
export async function writeMeasurement(
  db: Prisma.TransactionClient,
  batchId: string,
  { figures, sources, answers, uncertain, discovery }: Measurement,
): Promise<void> {
  await writeFigures(db, batchId, figures)
  await writeSourceRows(db, batchId, sources)
  await writeMeasuredAnswers(db, batchId, answers)
  await writeUncertainLabels(db, batchId, uncertain)
  await writeDiscoveryRows(db, batchId, discovery)
}

/** A run that has just been measured, and the run that it was compared with. */
export interface MeasuredRun {
  projectId: string
  current: ComparedRun
  previous: ComparedRun | null
  discovery: DiscoveryRows | null
}

/**
 * Called with each measured run before the transaction that ends it. Slow reads and computations belong here. The
 * returned function is called in the transaction.
 */
export type MeasuredRunHandler = (
  ctx: Ctx,
  run: MeasuredRun,
) => Promise<(tx: Transaction, ended: Batch) => Promise<void>>

/**
 * Returns the handler for the end of a batch that computes and writes its summary, its sources and, for a run, the metrics
 * for trends. `follow` gets each measured run, so that the answers are loaded only once.
 */
export function measureEndedBatch(follow: MeasuredRunHandler): BatchEndHandler {
  return async (ctx, batch) => {
    const { db, now } = ctx
    const snapshot = snapshotSchema.parse(batch.snapshot)
    const input = await loadMetricsInput(db, batch.id, snapshot)
    const run = { id: batch.id, extractionRevision: batch.extractionRevision, snapshot, input }
    const measurement = await measure(db, run, runPositionOf(batch, now()))
    const { summary, history, discovery } = measurement
    const finish =
      history &&
      (await follow(ctx, {
        projectId: history.position.projectId,
        current: run,
        previous: history.previous,
        discovery,
      }))
    return {
      isCurrent: (tx) => lockMeasurement(tx.db, measurement),
      columns: { summary, metricsVersion: METRICS_VERSION, extractionVersion: EXTRACTION_VERSION },
      async write(tx, ended) {
        await writeMeasurement(tx.db, batch.id, measurement)
        await finish?.(tx, ended)
      },
    }
  }
}
