import { EXTRACTION_VERSION } from '../../extraction/observation.ts'
import type { Batch, Prisma } from '../../generated/prisma/client.ts'
import type { Database } from '../../infra/database.ts'
import { METRICS_VERSION, type Summary } from '../../metrics/definitions.ts'
import { summarize } from '../../metrics/summarize.ts'
import type { BatchEndHandler } from '../context.ts'
import { snapshotSchema } from '../snapshot.ts'
import {
  type AdjacentRuns,
  areStillAdjacent,
  findAdjacentRuns,
  loadRun,
  lockHistory,
  type RunPosition,
} from './adjacent-runs.ts'
import { type BatchFigures, runFiguresOf, writeFigures } from './batch-figures.ts'
import type { ComparedRun } from './comparison.ts'
import type { DiscoveryRows } from './discovery-count.ts'
import { discoveryRowsOf, writeDiscoveryRows } from './discovery-rows.ts'
import { metricRowsOf, summaryIn } from './metric-rows.ts'
import { loadMetricsInput } from './metrics-input.ts'
import { type SourceRows, sourceRowsOf, writeSourceRows } from './source-rows.ts'

/** What is computed from all answers of a batch: when it ends, when a re-extraction is published, and when the definitions of metrics change. */
export interface Measurement {
  summary: Summary
  sources: SourceRows
  /** Null for an async analysis, and where no answer was searched for names that nobody tracks. */
  discovery: DiscoveryRows | null
  /** None for a batch without any answer. */
  figures: BatchFigures
  /** Null for an async analysis and for a run without any answer: trends leave it out, and no run is compared with it. */
  history: {
    position: RunPosition
    /** The runs before and after it, in the extractions that the metrics were computed from. */
    adjacentRuns: AdjacentRuns
  } | null
}

/** The position of a batch that ends at a time among the runs of its project; null where it has none: see {@link Measurement.history}. */
export function runPositionOf({ id, kind, projectId, status }: Batch, finishedAt: Date): RunPosition | null {
  return kind === 'run' && projectId !== null && status !== 'failed' ? { id, projectId, finishedAt } : null
}

/**
 * Computes a measurement without writing anything; a run is compared with the one before it. With `reextractionId` the answers
 * of the run are as that re-extraction read them, which need not be published.
 */
export async function measure(
  database: Database,
  run: ComparedRun,
  position: RunPosition | null,
  reextractionId?: string,
): Promise<Measurement> {
  const history = position && { position, adjacentRuns: await findAdjacentRuns(database.prisma, position) }
  const before = history?.adjacentRuns.previous
  const isAnswered = run.input.answers.some(({ status }) => status !== 'failed')
  const figures = history
    ? await runFiguresOf(run, before ? await loadRun(database, before) : null)
    : { parts: isAnswered ? await metricRowsOf(run, null) : [], prompts: [] }
  return {
    summary: summaryIn(figures.parts) ?? summarize(run.input),
    sources: sourceRowsOf(run.input),
    discovery: position && (await discoveryRowsOf(database, run.id, reextractionId)),
    figures,
    history,
  }
}

/**
 * Locks the history of the run's project until the transaction ends, and checks that the measurement is still right.
 * @returns false when another run ended, or an adjacent run was re-extracted, since the measurement was computed
 */
export async function lockMeasurement(
  db: Prisma.TransactionClient,
  { history }: Measurement,
): Promise<boolean> {
  if (!history) return true
  await lockHistory(db, history.position.projectId)
  return areStillAdjacent(db, history.position, history.adjacentRuns)
}

/** Writes the metrics, sources and discovered brands of a batch, replacing those there are; its summary is a column of the batch itself. */
export async function writeMeasurement(
  db: Prisma.TransactionClient,
  batchId: string,
  { figures, sources, discovery }: Measurement,
): Promise<void> {
  await writeFigures(db, batchId, figures)
  await writeSourceRows(db, batchId, sources)
  await writeDiscoveryRows(db, batchId, discovery)
}

/** Handler of the end of a batch: computes and writes its summary, its sources and, for a run, the metrics that trends read. */
export const measureEndedBatch: BatchEndHandler = async ({ db, now }, batch) => {
  const snapshot = snapshotSchema.parse(batch.snapshot)
  const input = await loadMetricsInput(db, batch.id, snapshot)
  const measurement = await measure(
    db,
    { id: batch.id, extractionRevision: batch.extractionRevision, snapshot, input },
    runPositionOf(batch, now()),
  )
  const { summary } = measurement
  return {
    isCurrent: (tx) => lockMeasurement(tx.db, measurement),
    columns: { summary, metricsVersion: METRICS_VERSION, extractionVersion: EXTRACTION_VERSION },
    write: (tx) => writeMeasurement(tx.db, batch.id, measurement),
  }
}
