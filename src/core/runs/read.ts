import { authorize } from '../authorize.ts'
import type { BatchRecord } from '../batches/batch-record.ts'
import { batchesById } from '../batches/read.ts'
import { watchBatch } from '../batches/watch.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'

/**
 * A run by its id, without its summary.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, also for another tenant's
 */
export async function readRun({ ctx, input }: { ctx: Ctx; input: { runId: string } }): Promise<BatchRecord> {
  authorize(ctx, 'runs:read')
  const [run] = await batchesById(ctx, [input.runId])
  if (run?.kind !== 'run') throw notFound('Run')
  return run
}

/**
 * Runs by their ids, in the order asked for; null for a missing one and for one the caller may not see. Their summaries are
 * null unless asked for.
 */
export async function readRuns({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[]; summary?: boolean }
}): Promise<(BatchRecord | null)[]> {
  // Also for organization keys, which see none: a node that is not theirs is null, no error.
  authorize(ctx, 'analysis:read')
  const { ids, summary = false } = input
  const found = await batchesById(ctx, ids, { summary })
  return found.map((batch) => (batch?.kind === 'run' ? batch : null))
}

/**
 * The states of a run, from the current one to the final one: see {@link watchBatch}.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, both before anything is yielded
 */
export async function watchRun({
  ctx,
  input,
  signal,
}: {
  ctx: Ctx
  input: { runId: string }
  signal?: AbortSignal
}): Promise<AsyncGenerator<BatchRecord>> {
  const { id } = await readRun({ ctx, input })
  return watchBatch(ctx, id, signal)
}
