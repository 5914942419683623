import { authorize, requireProjectId } from '../access/authorize.ts'
import { readAsyncAnalysis } from '../async-analyses/read.ts'
import type { BatchRecord } from '../batches/row.ts'
import { readFactChecks } from '../facts/read-check.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError, notFound } from '../foundation/errors.ts'
import { createFigures, DEFAULT_READER, type Reader } from '../foundation/figures.ts'
import { readLatestRuns } from '../runs/list.ts'
import { readRuns } from '../runs/read.ts'
import { readThemes } from '../themes/list.ts'
import { type RunMetrics, readRunMetrics, runMetricsId } from '../trends/run-metrics.ts'
import { readAnswerFacts } from './foundation/answer-facts.ts'
import type { ReportFacts } from './foundation/facts.ts'
import { renderReport } from './render.ts'

/** A report about a run or an async analysis. */
export interface Report {
  batch: BatchRecord
  /** The report in English, at most 24,000 characters. */
  markdown: string
}

/**
 * Returns the report of a run.
 * @param input.runId id of the run, or `latest` for the latest ended run of the key's project
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, including for another tenant's run, and for `latest` if
 *   no run has ended
 */
export async function readRunReport({ ctx, input }: { ctx: Ctx; input: { runId: string } }): Promise<Report> {
  const facts = await readRunFacts({ ctx, input: { ...input, reader: DEFAULT_READER } })
  return { batch: facts.batch, markdown: renderReport(facts) }
}

/**
 * Returns the facts for the report of a run, which all renderings share.
 * @param input.runId as in {@link readRunReport}
 * @throws {AppError} as {@link readRunReport}
 */
export async function readRunFacts({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { runId: string; reader: Reader }
}): Promise<ReportFacts> {
  authorize(ctx, 'runs:read')
  const id = input.runId === 'latest' ? await latestRunId(ctx) : input.runId
  const [[run], metrics] = await Promise.all([
    readRuns({ ctx, input: { ids: [id], summary: true } }),
    readRunMetrics({ ctx, input: { ids: [runMetricsId(id, 'all'), runMetricsId(id, 'provider')] } }),
  ])
  if (!run) throw notFound('Run')
  const [[whole] = [], providers] = metrics.map((parts) => parts ?? [])
  return collectFacts(ctx, run, { whole, providers: providers ?? [], reader: input.reader })
}

/**
 * Returns the report of an async analysis.
 * @throws {AppError} NOT_FOUND, including for another tenant's analysis, and for a key with another scope
 */
export async function readAnalysisReport({
  ctx,
  input: { analysisId },
}: {
  ctx: Ctx
  input: { analysisId: string }
}): Promise<Report> {
  const analysis = await readAsyncAnalysis({ ctx, input: { analysisId } })
  const facts = await collectFacts(ctx, analysis, { whole: undefined, providers: [], reader: DEFAULT_READER })
  return { batch: facts.batch, markdown: renderReport(facts) }
}

async function latestRunId(ctx: Ctx): Promise<string> {
  const [run] = await readLatestRuns({ ctx, input: { ids: [requireProjectId(ctx)] } })
  if (!run) throw new AppError('NOT_FOUND', 'No run of the project has ended yet.')
  return run.id
}

async function collectFacts(
  ctx: Ctx,
  batch: BatchRecord,
  { whole, providers, reader }: { whole: RunMetrics | undefined; providers: RunMetrics[]; reader: Reader },
): Promise<ReportFacts> {
  const previousId = whole?.comparison.previousRunId ?? null
  const { projectId } = batch
  const [answers, { brands: themes }, [before = null], [factCheck = null]] = await Promise.all([
    readAnswerFacts(ctx, batch.id),
    batch.kind === 'run' && whole ? readThemes({ ctx, input: { runId: batch.id } }) : { brands: [] },
    previousId === null ? [] : readRuns({ ctx, input: { ids: [previousId], summary: true } }),
    projectId === null ? [] : readFactChecks({ ctx, input: { ids: [projectId], runId: batch.id } }),
  ])
  return {
    batch,
    summary: batch.finishedAt !== null && batch.status !== 'failed' ? batch.summary : null,
    comparison: whole?.comparison ?? null,
    previous: before?.summary ? { finishedAt: before.finishedAt, summary: before.summary } : null,
    providers,
    themes,
    answers,
    factCheck,
    figures: createFigures(reader),
  }
}
