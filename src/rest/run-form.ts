import type { BatchRecord } from '../core/batches/batch-record.ts'
import type { ResultList } from '../core/results/list.ts'
import type { TriggeredRun } from '../core/runs/trigger.ts'
import type { TrendPoint } from '../core/trends/read.ts'
import { resultForm } from './result-form.ts'
import type { ResultPageForm, RunForm, TriggeredRunForm } from './schemas/run.ts'
import type { TrendPointForm } from './schemas/trend.ts'

/** What is told when a run has been queued. */
export function triggeredForm({ run, nextRunAt }: TriggeredRun): TriggeredRunForm {
  return { runId: run.id, status: 'queued', nextRunAt: nextRunAt?.toISOString() ?? null }
}

/** A run as REST shows it. */
export function runForm(run: BatchRecord): RunForm {
  return {
    id: run.id,
    status: run.status,
    // Runs begin by hand or by schedule; only async analyses begin otherwise.
    trigger: run.trigger === 'manual' ? 'manual' : 'schedule',
    brandName: run.brandName,
    progress: run.progress,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
  }
}

/** A page of results as REST shows it. */
export function resultPageForm(
  { runId, results, pagination }: ResultList,
  include: { answer: boolean },
): ResultPageForm {
  const data = results.map((record) => resultForm(record, { runId, include: { ...include, raw: false } }))
  return { data, pagination }
}

/** A trend point as REST shows it. */
export function trendPointForm({ completedAt, change, ...point }: TrendPoint): TrendPointForm {
  return { ...point, completedAt: completedAt.toISOString(), change }
}
