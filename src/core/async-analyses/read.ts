import { authorize } from '../access/authorize.ts'
import { type BatchesRequest, batchByAnalysisId, readBatchesOfKind } from '../batches/read.ts'
import type { BatchRecord } from '../batches/row.ts'
import { subscribeToBatch } from '../batches/subscribe.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { isAnalysisId } from '../foundation/ids.ts'

/**
 * Returns an async analysis by its `aa_` id, with its summary unless `summary` is false.
 * @throws {AppError} NOT_FOUND, also for an analysis of another tenant or outside the scope of the key
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
 * Returns an async analysis by its `aa_` id or by its row id, which GraphQL's global ids contain.
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

/** Returns async analyses by row id; see {@link readBatchesOfKind}. */
export function readAsyncAnalyses({ ctx, input }: BatchesRequest): Promise<(BatchRecord | null)[]> {
  return readBatchesOfKind(ctx, 'async', input)
}

/**
 * Yields the states of an async analysis from the current to the final one: see {@link subscribeToBatch}.
 * @throws {AppError} NOT_FOUND before the first state is yielded
 */
export async function subscribeToAsyncAnalysis({
  ctx,
  input,
  signal,
}: {
  ctx: Ctx
  /** `id`: the `aa_` id or the row id. */
  input: { id: string }
  signal?: AbortSignal
}): Promise<AsyncGenerator<BatchRecord>> {
  const { id } = await findAsyncAnalysis({ ctx, input: { ...input, summary: false } })
  return subscribeToBatch(ctx, id, signal)
}
