import { authorize } from '../authorize.ts'
import { batchesById } from '../batches/read.ts'
import type { BatchRecord } from '../batches/row.ts'
import { subscribeToBatch } from '../batches/subscribe.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'

/**
 * A run by its id, without its summary unless that is requested.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, also for another tenant's
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

/**
 * Runs by their ids, in the given order; null for a missing one and for one the caller may not read. Summaries are null
 * unless requested.
 */
export async function readRuns({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[]; summary?: boolean }
}): Promise<(BatchRecord | null)[]> {
  // Organization keys pass and see none: a node that is not visible is null and not an error.
  authorize(ctx, 'analysis:read')
  const { ids, summary = false } = input
  const found = await batchesById(ctx, ids, { summary })
  return found.map((batch) => (batch?.kind === 'run' ? batch : null))
}

/**
 * The states of a run, from the current one to the final one: see {@link subscribeToBatch}.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, both before anything is yielded
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
