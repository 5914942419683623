import { authorize } from '../authorize.ts'
import type { BatchRecord } from '../batches/batch-record.ts'
import { readBatches } from '../batches/read.ts'
import { watchBatch } from '../batches/watch.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { isAnalysisId, isUuid } from '../ids.ts'

/**
 * An async analysis by its `aa_` id.
 * @throws {AppError} NOT_FOUND, also for another tenant's, and for a key of another scope (specification §5.7)
 */
export async function readAsyncAnalysis({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { analysisId: string }
}): Promise<BatchRecord> {
  authorize(ctx, 'analysis:read')
  if (!isAnalysisId(input.analysisId)) throw notFound('Async analysis')
  const [analysis] = await readBatches(ctx, { analysisId: input.analysisId, kind: 'async' })
  if (!analysis) throw notFound('Async analysis')
  return analysis
}

/** Async analyses by their row ids, in the order asked for; null for a missing one and for one the caller may not see. */
export async function readAsyncAnalyses({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(BatchRecord | null)[]> {
  authorize(ctx, 'analysis:read')
  const found = await readBatches(ctx, { id: { in: input.ids.filter(isUuid) }, kind: 'async' })
  return input.ids.map((id) => found.find((analysis) => analysis.id === id) ?? null)
}

/**
 * The states of an async analysis, from the current one to the final one: see {@link watchBatch}.
 * @throws {AppError} NOT_FOUND before anything is yielded
 */
export async function watchAsyncAnalysis({
  ctx,
  input,
  signal,
}: {
  ctx: Ctx
  input: { analysisId: string }
  signal?: AbortSignal
}): Promise<AsyncGenerator<BatchRecord>> {
  const { id } = await readAsyncAnalysis({ ctx, input })
  return watchBatch(ctx, id, signal)
}
