import type { Prisma } from '../../generated/prisma/client.ts'
import type { ComparedRun } from './comparison.ts'
import { type MetricRow, metricRowsOf, writeMetricRows } from './metric-rows.ts'
import { type PromptMetricRow, promptMetricRowsOf, writePromptMetricRows } from './prompt-metric-rows.ts'

/** All figures of a batch that has ended, as they are stored. */
export interface BatchFigures {
  /** Of the whole, and of each provider, location and tag. */
  parts: MetricRow[]
  /** Of each prompt of a run; those of an async analysis are no prompts of a project. */
  prompts: PromptMetricRow[]
}

/** Computes the figures of a run that has ended, compared with the run before it. */
export async function runFiguresOf(run: ComparedRun, previous: ComparedRun | null): Promise<BatchFigures> {
  return { parts: await metricRowsOf(run, previous), prompts: await promptMetricRowsOf(run, previous) }
}

/** Writes the figures of a batch whose end is recorded, in place of those there are. */
export async function writeFigures(
  db: Prisma.TransactionClient,
  batchId: string,
  { parts, prompts }: BatchFigures,
): Promise<void> {
  await writeMetricRows(db, batchId, parts)
  await writePromptMetricRows(db, batchId, prompts)
}
