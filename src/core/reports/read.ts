import { readAsyncAnalysis } from '../async-analyses/read.ts'
import { authorize, projectOf } from '../authorize.ts'
import type { BatchRecord } from '../batches/row.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { readLatestRuns } from '../runs/list.ts'
import { readRuns } from '../runs/read.ts'
import { type RunMetrics, readRunMetrics, runMetricsId } from '../trends/run-metrics.ts'
import { readAnswerFacts } from './answer-facts.ts'
import { renderReport } from './render.ts'

/** A report of a run or an async analysis. */
export interface Report {
  batch: BatchRecord
  /** In English; at most 24,000 characters. */
  markdown: string
}

/**
 * The report of a run.
 * @param input.runId its id, or `latest` for the one of the key's project that ended last
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, also for another tenant's, and for `latest` before the first has ended
 */
export async function readRunReport({ ctx, input }: { ctx: Ctx; input: { runId: string } }): Promise<Report> {
  authorize(ctx, 'runs:read')
  const id = input.runId === 'latest' ? await latestRun(ctx) : input.runId
  const [[run], metrics] = await Promise.all([
    readRuns({ ctx, input: { ids: [id], summary: true } }),
    readRunMetrics({ ctx, input: { ids: [runMetricsId(id, 'all'), runMetricsId(id, 'provider')] } }),
  ])
  if (!run) throw notFound('Run')
  const [[whole] = [], providers] = metrics.map((parts) => parts ?? [])
  return reportOf(ctx, run, { whole, providers: providers ?? [] })
}

/**
 * The report of an async analysis.
 * @throws {AppError} NOT_FOUND, also for another tenant's, and for a key of another scope
 */
export async function readAnalysisReport({
  ctx,
  input: { analysisId },
}: {
  ctx: Ctx
  input: { analysisId: string }
}): Promise<Report> {
  const analysis = await readAsyncAnalysis({ ctx, input: { analysisId } })
  return reportOf(ctx, analysis, { whole: undefined, providers: [] })
}

async function latestRun(ctx: Ctx): Promise<string> {
  const [run] = await readLatestRuns({ ctx, input: { ids: [projectOf(ctx)] } })
  if (!run) throw new AppError('NOT_FOUND', 'No run of the project has ended yet.')
  return run.id
}

async function reportOf(
  ctx: Ctx,
  batch: BatchRecord,
  { whole, providers }: { whole: RunMetrics | undefined; providers: RunMetrics[] },
): Promise<Report> {
  const previousId = whole?.comparison.previousRunId ?? null
  const [answers, [before = null]] = await Promise.all([
    readAnswerFacts(ctx, batch.id),
    previousId === null ? [] : readRuns({ ctx, input: { ids: [previousId], summary: true } }),
  ])
  const markdown = renderReport({
    batch,
    summary: batch.finishedAt !== null && batch.status !== 'failed' ? batch.summary : null,
    comparison: whole?.comparison ?? null,
    previous: before?.summary ? { finishedAt: before.finishedAt, summary: before.summary } : null,
    providers,
    answers,
  })
  return { batch, markdown }
}
