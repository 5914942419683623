import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import type { BatchEndDeps } from '../batches/batch-end.ts'
import { cancelBatch } from '../batches/cancel.ts'
import type { BatchRecord } from '../batches/row.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { parse } from '../foundation/parse.ts'
import { readRuns } from './read.ts'

const inputSchema = z.strictObject({ runId: z.string('must be a text') })

/**
 * Cancels a run: units without an outcome fail as cancelled, all others stay. The run ends as `partially_completed`, or
 * as `failed` if no unit was answered. A manual run still counts toward its limit. A run that has already ended is
 * returned unchanged.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; NOT_FOUND, including for another tenant's run
 */
export async function cancelRun({
  ctx,
  input,
}: {
  ctx: Ctx<BatchEndDeps>
  input: z.input<typeof inputSchema>
}): Promise<BatchRecord> {
  authorize(ctx, 'runs:start')
  const { runId } = parse(inputSchema, input)
  const read = async (summary: boolean) => {
    const [run] = await readRuns({ ctx, input: { ids: [runId], summary } })
    if (!run) throw notFound('Run')
    return run
  }
  const { id } = await read(false)
  await cancelBatch(ctx, id)
  return read(true)
}
