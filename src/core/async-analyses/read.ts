import { authorize } from '../authorize.ts'
import { batchByAnalysisId, batchesById } from '../batches/read.ts'
import type { BatchRecord } from '../batches/row.ts'
import { subscribeToBatch } from '../batches/subscribe.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { isAnalysisId } from '../ids.ts'

/**
 * An async analysis by its `aa_` id, with its summary unless `summary` is false.
 * @throws {AppError} NOT_FOUND, also for another tenant's, and for a key of another scope
 */
export async function readAsyncAnalysis({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { analysisId: string; summary?: boolean }
}): Promise<BatchRecord> {
  authorize(ctx, 'analysis:read')
  const { analysisId, summary = true } = input
  const analysis = isAnalysisId(analysisId) ? await batchByAnalysisId(ctx, analysisId, { summary }) : null
  if (!analysis) throw notFound('Async analysis')
  return analysis
}

/**
 * An async analysis by its `aa_` id or the id of its row, which GraphQL's global ids contain.
 * @throws {AppError} NOT_FOUND, as {@link readAsyncAnalysis}
 */
export async function findAsyncAnalysis({
  ctx,
  input: { id, summary = true },
}: {
  ctx: Ctx
  input: { id: string; summary?: boolean }
}): Promise<BatchRecord> {
  if (isAnalysisId(id)) return readAsyncAnalysis({ ctx, input: { analysisId: id, summary } })
  const [analysis] = await readAsyncAnalyses({ ctx, input: { ids: [id], summary } })
  if (!analysis) throw notFound('Async analysis')
  return analysis
}

/**
 * Async analyses by their row ids, in the given order; null for a missing one and for one the caller may not read. Their
 * summaries are null unless asked for.
 */
export async function readAsyncAnalyses({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[]; summary?: boolean }
}): Promise<(BatchRecord | null)[]> {
  authorize(ctx, 'analysis:read')
  const { ids, summary = false } = input
  const found = await batchesById(ctx, ids, { summary })
  return found.map((batch) => (batch?.kind === 'async' ? batch : null))
}

/**
 * The states of an async analysis, from the current one to the final one: see {@link subscribeToBatch}.
 * @throws {AppError} NOT_FOUND before anything is yielded
 */
export async function subscribeToAsyncAnalysis({
  ctx,
  input,
  signal,
}: {
  ctx: Ctx
  /** Its `aa_` id or the id of its row. */
  input: { id: string }
  signal?: AbortSignal
}): Promise<AsyncGenerator<BatchRecord>> {
  const { id } = await findAsyncAnalysis({ ctx, input: { ...input, summary: false } })
  return subscribeToBatch(ctx, id, signal)
}
