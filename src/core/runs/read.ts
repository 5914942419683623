import { authorize } from '../access/authorize.ts'
import { type BatchesRequest, batchesById, readBatchesOfKind } from '../batches/read.ts'
import type { BatchRecord } from '../batches/row.ts'
import { subscribeToBatch } from '../batches/subscribe.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'

/**
 * Returns a run by id. Its summary is null unless requested.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, including for another tenant's run
 */
export async function readRun({
  ctx,
  input: { runId, summary = false },
}: {
  ctx: Ctx
  input: { runId: string; summary?: boolean }
}): Promise<BatchRecord> {
  authorize(ctx, 'runs:read')
  const [run] = await batchesById(ctx, [runId], { summary })
  if (run?.kind !== 'run') throw notFound('Run')
  return run
}

/** Returns runs by row id; see {@link readBatchesOfKind}. */
export function readRuns({ ctx, input }: BatchesRequest): Promise<(BatchRecord | null)[]> {
  return readBatchesOfKind(ctx, 'run', input)
}

/**
 * Yields the states of a run, from the current to the final one; see {@link subscribeToBatch}.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND. Both are thrown before the first value.
 */
export async function subscribeToRun({
  ctx,
  input,
  signal,
}: {
  ctx: Ctx
  input: { runId: string }
  signal?: AbortSignal
}): Promise<AsyncGenerator<BatchRecord>> {
  const { id } = await readRun({ ctx, input })
  return subscribeToBatch(ctx, id, signal)
}
