import type { Prisma } from '../../generated/prisma/client.ts'
import type { ComparedRun } from './comparison.ts'
import { type MetricRow, metricRowsOf, writeMetricRows } from './metric-rows.ts'
import { type PromptMetricRow, promptMetricRowsOf, writePromptMetricRows } from './prompt-metric-rows.ts'

/** Metric rows of an ended batch. */
export interface BatchFigures {
  /** Rows for the whole batch, and for each provider, location and tag. */
  parts: MetricRow[]
  /** One row per prompt of a run; empty for an async analysis, which does not use the prompts of a project. */
  prompts: PromptMetricRow[]
}

/** Computes the metric rows of an ended run, with a comparison to the previous run. */
export async function runFiguresOf(run: ComparedRun, previous: ComparedRun | null): Promise<BatchFigures> {
  return { parts: await metricRowsOf(run, previous), prompts: await promptMetricRowsOf(run, previous) }
}

/** Replaces the metric rows of a batch. Call it after the end of the batch is recorded. */
export async function writeFigures(
  db: Prisma.TransactionClient,
  batchId: string,
  { parts, prompts }: BatchFigures,
): Promise<void> {
  await writeMetricRows(db, batchId, parts)
  await writePromptMetricRows(db, batchId, prompts)
}
