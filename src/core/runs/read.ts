import { authorize } from '../authorize.ts'
import type { BatchRecord } from '../batches/batch-record.ts'
import { readBatches } from '../batches/read.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { isUuid } from '../ids.ts'

/**
 * A run by its id.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND, also for another tenant's
 */
export async function readRun({ ctx, input }: { ctx: Ctx; input: { runId: string } }): Promise<BatchRecord> {
  authorize(ctx, 'runs:read')
  if (!isUuid(input.runId)) throw notFound('Run')
  const [run] = await readBatches(ctx, { id: input.runId, kind: 'run' })
  if (!run) throw notFound('Run')
  return run
}
